import { Client } from 'pg'

/**
 * Has the server do at once what it does within minutes after a rush by itself: look through its tables, and write down
 * what it holds. Only then are the files of its log used again; before, each is made anew and filled with zeros, and
 * every commit of that moment waits for it.
 * @param url the superuser's, of the database that had the rush
 */
export async function cleanUp(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}
