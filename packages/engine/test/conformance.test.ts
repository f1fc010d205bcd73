import { conformance } from '../conformance/index.ts'
import { testDatabase } from './support/database.ts'
import { testPawl } from './support/test-pawl.ts'

const database = testDatabase()

conformance({ name: 'PostgreSQL', database, open: (options) => testPawl({ ...options, url: database.url }) })
