import type { SkipReason } from './walked-entry.ts'

const texts: Readonly<Record<SkipReason, string>> = {
  link: 'a link, which is not followed: what it leads to may be outside of the library',
  'unsupported-format': 'none of zip, rar and 7z, which are read',
  'name-is-not-utf-8': 'its name is not UTF-8: give it another',
  'folder-unreadable': 'the folder cannot be read; what is on record of it stands until it can',
  'file-unreadable': 'the file cannot be read; what is on record of it stands until it can',
  'too-deep': 'it lies in too many folders, or under too long a name',
}

/** Why something was left alone, for people. */
export function skipReasonText(reason: string): string {
  return Object.hasOwn(texts, reason) ? texts[reason as SkipReason] : reason
}
