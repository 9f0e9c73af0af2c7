import { launchBrowser } from './support/browser.ts';
import { readFileSync } from 'node:fs';
const [out, cols, width, ...files] = process.argv.slice(2) as [string, string, string, ...string[]];
const b = await launchBrowser(); const c = await b.newContext({ viewport: { width: +cols * +width, height: 400 } }); const p = await c.newPage();
await p.setContent(`<body style="margin:0;display:grid;grid-template-columns:repeat(${cols},1fr)">${files.map((f) => `<img style="width:100%" src="data:image/png;base64,${readFileSync(f).toString('base64')}">`).join('')}`);
await p.screenshot({ path: out, fullPage: true }); await b.close();
