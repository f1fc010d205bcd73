const comics: Readonly<Record<string, string>> = {
  zip: 'application/vnd.comicbook+zip',
  rar4: 'application/vnd.comicbook-rar',
  rar5: 'application/vnd.comicbook-rar',
  '7z': 'application/x-cb7',
}

/** The media type of a comic, by the format that it really has. */
export function comicType(format: string | null): string {
  return comics[format ?? ''] ?? 'application/octet-stream'
}
