/** The role of who may open /operate. Only the command line gives and takes it; the feed cannot. */
export const operatorRole = 'operator';
