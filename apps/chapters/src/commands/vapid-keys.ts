import type { AppCommand } from '@pawl/app'
import { vapidKeys } from '../push/vapid-keys.ts'

export const vapidKeysCommand: AppCommand = {
  name: 'vapid-keys',
  readOnly: true,
  summary: 'make a pair of keys to send Web Push messages with',
  examples: ['pawl chapters vapid-keys'],
  async run({ json, print, say }) {
    const keys = vapidKeys()
    print(json ? JSON.stringify(keys) : `publicKey   ${keys.publicKey}\nprivateKey  ${keys.privateKey}`)
    say('keep both: browsers are bound to the public one, and the private one is a secret')
    return 0
  },
}
