import { DataSource, type QueryRunner } from 'typeorm'
import { conforms, type Library } from './conformance.ts'

conforms(
  async (url): Promise<Library<QueryRunner>> => {
    const dataSource = await new DataSource({ type: 'postgres', url }).initialize()
    const inTransaction = async (queryRunner: QueryRunner, work: (queryRunner: QueryRunner) => Promise<void>) => {
      await queryRunner.startTransaction()
      try {
        await work(queryRunner)
        await queryRunner.commitTransaction()
      } catch (error) {
        await queryRunner.rollbackTransaction()
        throw error
      }
    }
    return {
      async transact(work) {
        const queryRunner = dataSource.createQueryRunner()
        await inTransaction(queryRunner, work).finally(() => queryRunner.release())
      },
      insertOrder: (queryRunner, id) => queryRunner.query('insert into orders values ($1)', [id]),
      nest: inTransaction,
      mistakes: {
        'a query runner without a transaction': {
          value: () => dataSource.createQueryRunner(),
          message: /got a QueryRunner of TypeORM without an open transaction.*startTransaction/,
        },
      },
      close: () => dataSource.destroy(),
    }
  },
  ['a query runner without a transaction'],
)
