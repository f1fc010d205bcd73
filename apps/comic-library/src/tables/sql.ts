import { sqlFolder } from '@pawl/app'

/** The statements of this application, by the names of their files. */
export const sql = sqlFolder(new URL('./statements/', import.meta.url))
