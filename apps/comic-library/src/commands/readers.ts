import { type AppCommand, readersCommand as commandOf, readValue } from '@pawl/app'
import type { ApiOptions } from '../api/api-options.ts'
import { readers } from '../tables/readers.ts'

export const readersCommand = ({ publicUrl }: ApiOptions): AppCommand =>
  commandOf({
    command: 'comics',
    readers,
    nameOf: async (typed) => readValue((await import('../api/inputs.ts')).readerName, typed),
    fieldsOf: () => ({}),
    usageOf: ({ name }, token) => {
      const base = `${publicUrl?.replace(/\/+$/, '') ?? 'http://YOUR-SERVER'}/api/comic-library/open`
      return `in an app: ${base}/${token}/opds, or ${base}/opds with the name ${name} and the token as the password`
    },
  })
