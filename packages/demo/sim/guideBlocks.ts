import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../test/FreshProject.ts'

/** A block of code on a page of the guide: the name of its tab, where it has one, and what it says. */
export type GuideBlock = { readonly tab: string | null; readonly text: string }

/** The blocks of code on a page of the guide, in their order. @param page as its address names it, like `start/sandbox` */
export async function guideBlocks(page: string): Promise<readonly GuideBlock[]> {
  const markdown = await readFile(join(root, 'packages/guide/pages', `${page}.md`), 'utf8')
  return [...markdown.matchAll(/^```\w+(?: \[([^\]]+)\])?\n(.*?)^```$/gms)].map(([, tab, text]) => ({
    tab: tab ?? null,
    text: text ?? '',
  }))
}

/** The program of a tab and the command that runs it, which is its tab's second block. @throws Error where one is missing */
export function programOf(
  blocks: readonly GuideBlock[],
  tab: string,
): { readonly program: string; readonly command: string } {
  const [program, command, ...rest] = blocks.filter((block) => block.tab === tab)
  if (program === undefined || command === undefined || rest.length > 0)
    throw new Error(`The page has not one program and one command of ${tab}.`)
  return { program: program.text, command: command.text.trim() }
}
