import { DataSource, type EntityManager, EntitySchema } from 'typeorm'
import { conforms, type Library } from './conformance.ts'

const Order = new EntitySchema<{ id: number }>({
  name: 'order',
  tableName: 'orders',
  columns: { id: { type: 'int', primary: true } },
})

conforms(
  async (url): Promise<Library<EntityManager>> => {
    const dataSource = await new DataSource({ type: 'postgres', url, entities: [Order] }).initialize()
    const message = /got a DataSource, repository or EntityManager of TypeORM.*dataSource\.transaction/
    return {
      transact: (work) => dataSource.transaction(work),
      insertOrder: (manager, id) => manager.insert(Order, { id }),
      nest: (manager, work) => manager.transaction(work),
      mistakes: {
        'the data source': { value: () => dataSource, message },
        'its manager': { value: () => dataSource.manager, message },
        'a repository': { value: () => dataSource.getRepository(Order), message },
      },
      close: () => dataSource.destroy(),
    }
  },
  ['the data source', 'its manager', 'a repository'],
)
