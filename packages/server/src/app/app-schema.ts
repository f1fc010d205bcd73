/** The schema of an application: its name, with the underscores that PostgreSQL takes unquoted. */
export function appSchema(name: string): string {
  return name.replaceAll('-', '_')
}
