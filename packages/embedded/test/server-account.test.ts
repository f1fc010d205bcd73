import { expect, test } from 'vitest'
import { nobody } from '../src/account/nobody.ts'
import { serverAccount } from '../src/account/server-account.ts'

const root = { uid: 0, gid: 0 }
const alice = { uid: 1000, gid: 1000 }
const someone = { uid: 65534, gid: 65534 }
const choose = (facts: Partial<Parameters<typeof serverAccount>[0]>) =>
  serverAccount({ uid: 0, dataOwner: undefined, folderOwner: undefined, nobody: someone, ...facts })

test('a normal user runs the server itself', () => {
  expect(choose({ uid: 1000, dataOwner: alice })).toBeUndefined()
})

test('root runs it as the owner of the data, else of the folder, else as nobody', () => {
  expect(choose({ dataOwner: alice, folderOwner: root })).toEqual(alice)
  expect(choose({ folderOwner: alice })).toEqual(alice)
  expect(choose({ folderOwner: root })).toEqual(someone)
  expect(choose({ dataOwner: root, folderOwner: root })).toEqual(someone)
})

test('nobody is looked up, as Linux and macOS write it', () => {
  expect(nobody('root:x:0:0::/root:/bin/sh\nnobody:x:99:98:n:/:/x\n')).toEqual({ uid: 99, gid: 98 })
  expect(nobody('nobody:*:-2:-2:Unprivileged User:/var/empty:/usr/bin/false')).toEqual({
    uid: 4294967294,
    gid: 4294967294,
  })
  expect(nobody('')).toEqual(someone)
})
