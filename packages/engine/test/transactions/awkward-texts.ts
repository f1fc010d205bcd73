/** Texts that a careless way of binding arrays would break. */
export const awkwardTexts = [
  'plain',
  '',
  'NULL',
  'a "quoted" word',
  "an 'apostrophe'",
  'back\\slash \\" \\\\',
  '{braces}, commas',
  'question? $1 $2::text ?? \\?',
  ':named @named %s',
  'Ünïcödé 漢字 🦉',
  'two\nlines\tand a tab',
]
