import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { answeringTokenCode, silentTokenCode } from './tokenCode.ts'

const Compiler = z.looseObject({ compile: z.custom<(input: string) => string>(isFunction) })

const Compiled = z.object({
  contracts: z.object({
    'SandboxTokens.sol': z.record(
      z.string(),
      z.looseObject({ evm: z.object({ bytecode: z.looseObject({ object: z.string() }) }) }),
    ),
  }),
})

test('the code that the sandbox deploys is what its source compiles to', async () => {
  const compiler = Compiler.parse(createRequire(import.meta.url)('solc'))
  const content = await readFile(join(import.meta.dirname, 'SandboxTokens.sol'), 'utf8')
  const input = {
    language: 'Solidity',
    sources: { 'SandboxTokens.sol': { content } },
    settings: {
      evmVersion: 'paris',
      optimizer: { enabled: true, runs: 200 },
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
    },
  }
  const { contracts } = Compiled.parse(JSON.parse(compiler.compile(JSON.stringify(input))))
  const codeOf = (name: string) => `0x${contracts['SandboxTokens.sol'][name]?.evm.bytecode.object}`
  expect(answeringTokenCode).toBe(codeOf('AnsweringToken'))
  expect(silentTokenCode).toBe(codeOf('SilentToken'))
})

function isFunction(value: unknown): boolean {
  return typeof value === 'function'
}
