import { sqlFolder } from '@pawl/server'

/** The statements of this application, by the names of their files. */
export const sql = sqlFolder(new URL('./statements/', import.meta.url))
