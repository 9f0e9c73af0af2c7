// crops: npx tsx tests/all.ts W H dark|light path out selector...
import { launchBrowser } from './support/browser.ts';
import { signIn, visitor } from './e2e/support.ts';
const [w, h, mode, path, out, ...sels] = process.argv.slice(2) as [string, string, string, string, string, ...string[]];
const url = 'http://127.0.0.1:18003';
const browser = await launchBrowser();
const v = await visitor(browser, { width: +w, height: +h });
await signIn(v.page, url, 'staff', '/home');
await v.page.evaluate((m) => localStorage.setItem('layout-setting', JSON.stringify({ mode: m })), mode);
await v.page.goto(`${url}/#${path}`); await v.page.reload(); await v.page.waitForTimeout(4500);
let i = 0;
for (const s of sels) {
  if (s.startsWith('click:')) { await v.page.locator(s.slice(6)).first().click(); await v.page.waitForTimeout(1500); continue; }
  if (s.startsWith('key:')) { await v.page.keyboard.press(s.slice(4)); await v.page.waitForTimeout(700); continue; }
  if (s.startsWith('text:')) { await v.page.keyboard.type(s.slice(5)); await v.page.waitForTimeout(1500); continue; }
  if (s.startsWith('to:')) { await v.page.locator(s.slice(3)).first().evaluate((e) => e.scrollIntoView({ block: 'start' })); await v.page.waitForTimeout(700); continue; }
  i += 1;
  if (s === 'page') await v.page.screenshot({ path: `${out}-${i}.png` }); else await v.page.locator(s).first().screenshot({ path: `${out}-${i}.png` });
}
console.log(v.page.url(), v.faults());
await browser.close();
