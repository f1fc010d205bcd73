/** An address that may be shown: on a screen, in a log, in a bug report. */
export function hidePassword(url: string): string {
  return url.replace(/^([a-z]+:\/\/[^/@:]*):.*@/i, '$1:…@').replace(/([?&]password=)[^&]*/gi, '$1…')
}
