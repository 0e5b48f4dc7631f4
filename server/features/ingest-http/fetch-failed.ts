/** Why a file was not fetched, as a sentence for the system that sent the row. */
export class FetchFailed extends Error {
  /** Whether another attempt can succeed. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal = false) {
    super(message);
    this.isFinal = isFinal;
  }
}
