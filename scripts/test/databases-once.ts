// Runs after the suites on PostgreSQL: drops the databases that they have made.
import { dropTestDatabases } from '../../data/store/test/test-databases.ts'
import { databaseServer } from './database-server.ts'

export default function databasesOnce() {
  return async () => {
    const server = await databaseServer()
    if (server !== undefined) await dropTestDatabases(server, String(process.pid))
  }
}
