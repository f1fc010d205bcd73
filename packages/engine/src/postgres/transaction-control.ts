/** Statements that begin or end a transaction. ROLLBACK TO a savepoint and PREPARE of a statement do not. */
const control =
  /^\s*(?:begin|start\s+transaction|commit|end|abort|prepare\s+transaction|rollback(?!\s+(?:(?:work|transaction)\s+)?to\b))\b/i
/** A comment before the first statement hides where that begins. */
const beginsWithComment = /^\s*(?:--|\/\*)/
/** What may hold a semicolon that ends no statement: comments, literals, quoted names and dollar quotes. */
const quoted =
  /--[^\n]*|\/\*[\s\S]*?\*\/|(?<![\w$\x80-\uffff])e'(?:[^'\\]|\\[\s\S])*'|'[^']*'|"[^"]*"|\$([a-z_\x80-\uffff][\w\x80-\uffff]*)?\$[\s\S]*?\$\1\$/gi
/** The body of a function in SQL, whose END is its own. */
const functionBody = /\bbegin\s+atomic\b/i

/**
 * The first statement of a text that would begin or end a transaction, as it was written. What this does not see, as a text that is
 * hidden from us, PostgreSQL's answers show afterwards: see `TransactionWatch`. Most texts are one statement and cost two short looks.
 */
export function transactionControlIn(text: string): string | undefined {
  const isOne = !text.includes(';') && !beginsWithComment.test(text)
  if (isOne) return control.test(text) ? text.trim() : undefined
  const bare = text.replace(quoted, (match) => (match.startsWith('-') || match.startsWith('/') ? ' ' : "''"))
  if (functionBody.test(bare)) return undefined
  return bare
    .split(';')
    .find((statement) => control.test(statement))
    ?.trim()
}
