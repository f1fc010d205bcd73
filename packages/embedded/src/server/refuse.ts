import { EmbeddedError } from '../embedded-error.ts'
import type { Layout } from '../folder/layout.ts'
import { setDatabaseUrl } from '../set-database-url.ts'
import { identity } from './identity.ts'

/** What to tell about a folder that no server can be started on. */
export const refuse = {
  unfinished: ({ home, data }: Layout) =>
    new EmbeddedError(
      'folder-unfinished',
      `${home} is there but holds no database: expected ${data}/PG_VERSION. Nothing in it was changed. ` +
        `Move ${home} away, or set PAWL_DATA_DIR to another folder. ${setDatabaseUrl}`,
    ),

  otherVersion: ({ home }: Layout, found: string, major: string) =>
    new EmbeddedError(
      'other-version',
      `The database in ${home} was made by PostgreSQL ${found}, and this is PostgreSQL ${major}, which cannot read it. ` +
        `Nothing in it was changed. To carry the data over: start it with the release of @pawl/embedded that has ` +
        `PostgreSQL ${found}, save it with pg_dump, move ${home} away, start this release and restore the dump. ` +
        `To begin with an empty database, set PAWL_DATA_DIR to another folder. ${setDatabaseUrl}`,
    ),

  otherOwner: ({ home, owner }: Layout, found = 'pawl') =>
    new EmbeddedError(
      'other-owner',
      `The database in ${home} belongs to the role '${found}', and this version expects the role '${identity.user}' ` +
        `(named in ${owner}). Nothing in it was changed. To begin with an empty database, move ${home} away or set ` +
        `PAWL_DATA_DIR to another folder. To keep the data, save it with pg_dump --no-owner by the version that made ` +
        `it, and restore it into the new database. ${setDatabaseUrl}`,
    ),

  gone: ({ home }: Layout) =>
    new EmbeddedError(
      'database-gone',
      `The database in ${home} was in use and is not there any more; no empty one is put in its place. ` +
        `Put ${home} back, or restart this program to begin with an empty database.`,
    ),
}
