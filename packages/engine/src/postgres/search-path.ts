import { statement } from './statement.ts'

/** Which role connects, and whether a table it creates without naming a schema lands in the schema `pawl`. */
export type SearchPath = { readonly role: string; readonly shadowed: boolean }

export const searchPath = statement('search_path')

/** What to do about a search path that begins with the schema `pawl`. */
export function searchPathAdvice(role: string): string {
  return (
    `Tables of the application are created in the schema 'pawl', and tables of Pawl hide its own: the search path of ` +
    `the role '${role}' contains that schema. Connect with a role of another name, or run: ` +
    `alter role "${role}" set search_path = public`
  )
}
