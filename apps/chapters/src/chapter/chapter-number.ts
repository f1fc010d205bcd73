/**
 * A number of a chapter as a decimal text in its only form: no sign, no exponent, no leading zeros, no zeros at the end of a
 * fraction. 45, 45.0 and 045 are all '45'; two numbers are the same when their texts are. Never a float: 0.1 + 0.2 is no chapter.
 */
export type ChapterNumber = string & { readonly __brand: 'ChapterNumber' }
