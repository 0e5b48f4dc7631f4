/** What the search field asks the lists for: the one rule that the server searches by, too. */
export { searchedText } from '@mailcall/contract/rules/search-text.ts';
