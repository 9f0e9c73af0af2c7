import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CDPSession, Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  id: string;
  impact: string;
  nodes: { target: unknown[]; html: string; any: { message: string }[] }[];
}

const sessions = new WeakMap<Page, CDPSession>();

/** The page's policy forbids script elements and eval; what the devtools protocol evaluates is not the page's. */
async function evaluate<T>(page: Page, expression: string): Promise<T> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value as T;
}

/** Colours on their way are nobody's colours: what moves is brought to its end. */
export async function atRest(page: Page): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1)
    await evaluate(
      page,
      `new Promise((done) => requestAnimationFrame(() => { for (const one of document.getAnimations()) if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish(); done(0); }))`,
    );
}

/**
 * What axe finds serious or critical on a page as it stands: rule, place, what is wrong. Contents of frames are pages of
 * their own. `rules`: these alone.
 */
export async function seriousFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  await atRest(page);
  await evaluate(page, `if (typeof axe === 'undefined') { ${source} }; 0`);
  const violations = await evaluate<Finding[]>(
    page,
    `axe.run(document, { resultTypes: ['violations'], iframes: false${rules ? `, runOnly: ${JSON.stringify(rules)}` : ''} }).then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ target, html, any }) => ({ target, html, any: any.map(({ message }) => ({ message })) })) })))`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 3)
        .map(({ target, html, any }) => `${id}: ${target.join(' ')} ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
    );
}
