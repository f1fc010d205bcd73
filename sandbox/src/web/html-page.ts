export type HtmlPage = {
  readonly title: string
  readonly description?: string
  readonly lang?: string
  /** More of what belongs into the head. */
  readonly head?: string
  /** Paths and names of the menu. */
  readonly menu?: Readonly<Record<string, string>>
  readonly body: string
}

/** A page as a careful person would write it. */
export function htmlPage({ title, description, lang = 'en', head = '', menu = {}, body }: HtmlPage): string {
  const links = Object.entries(menu).map(([path, name]) => `<li><a href="${path}">${name}</a></li>`)
  const about = description === undefined ? '' : `<meta name="description" content="${description}">\n`
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${about}${head}
</head>
<body>
<nav><ul>${links.join('')}</ul></nav>
<main>
${body}
</main>
<footer><p>All of this is made up.</p></footer>
</body>
</html>`
}
