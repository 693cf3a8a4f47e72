import process from 'node:process'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import Trace from 'lighthouse/core/gather/gatherers/trace.js'

/*
 * Prints Lighthouse's report on one page as JSON: a phone with Lighthouse's own slow line and processor.
 * Its argument is JSON: `url`, and `executablePath`, `args` and `env` of the browser.
 * Lighthouse is no part of the workspace, so that starting the product does not install its 170 MB.
 */

const { url, executablePath, args, env } = JSON.parse(process.argv[2] ?? '{}')

// The tests' browser ends as soon as it is asked to trace this. Only the audit of Baseline features reads it, and no score.
const categories = Trace.getDefaultTraceCategories()
Trace.getDefaultTraceCategories = () => categories.filter((each) => each !== 'blink.webdx_feature_usage')

const browser = await launch({
  chromePath: executablePath,
  chromeFlags: args,
  envVars: env,
  logLevel: 'error',
})
try {
  const result = await lighthouse(url, {
    port: browser.port,
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    logLevel: 'error',
  })
  process.stdout.write(JSON.stringify(result?.lhr))
} finally {
  browser.kill()
}
