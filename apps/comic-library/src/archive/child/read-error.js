/**
 * Why a file cannot be read, as a warning or an error says it. A class of its own, as the errors of others say nothing about
 * whose fault it is.
 */
export class ReadError extends Error {
  /**
   * @param {import('../archive-error.ts').ArchiveErrorCode} code
   * @param {string} text
   */
  constructor(code, text) {
    super(text)
    this.code = code
  }
}
