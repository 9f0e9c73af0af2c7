import { expect, it } from 'vitest';
import { compareFlows } from '../../../src/designer/flow/diff/compareFlows.ts';
import { ensureDiagram } from '../../../src/designer/flow/model/ensureDiagram.ts';
import { isDiagramIncomplete } from '../../../src/designer/flow/model/layout.ts';
import { createModdle, readXml } from '../../../src/designer/flow/model/moddle.ts';
import { readPlanText, textWithPlan } from '../../../src/designer/flow/steps/planText.ts';
import { importFlow } from '../../../src/server/approval/design/importFlow.ts';
import { walkFlow } from '../../../src/server/approval/design/walkFlow.ts';
import { flowSvg } from '../../../src/server/flow/image/flowSvg.ts';
import { layoutOf } from '../../../src/server/flow/image/layout.ts';
import { withDiagram } from '../../../src/server/flow/image/withDiagram.ts';
import { parseFlow } from '../../../src/server/flow/parse/parseFlow.ts';
import { Refusal } from '../../../src/server/http/refusal.ts';
import { bpmnFile } from '../../properties/arbitraries/bpmnFile.ts';
import { holdsAsync, PATIENCE } from '../../properties/holds.ts';
import fc from '../../support/fc.ts';

const idsIn = (xml: string): ReadonlySet<string> =>
  new Set([...xml.matchAll(/\bid="([^"]*)"/g)].map(([, id = '']) => id));

it(
  'any process file opens: it is read, taken over and drawn, and what cannot run is an error that names its element',
  async () => {
    await holdsAsync(
      'any BPMN file',
      bpmnFile,
      async (xml) => {
        const { definition: read, problems: found } = await parseFlow(xml);
        expect(read).not.toBeNull();
        const known = idsIn(xml);
        for (const { path, message } of found)
          expect({ path, message, isNamed: path.every((part) => known.has(String(part))) && message !== '' }).toEqual({
            path,
            message,
            isNamed: true,
          });
        const refused = new Set(found.filter(({ level }) => level === 'error').map(({ path }) => path[0]));
        for (const node of Object.values(read?.nodes ?? {}))
          if (node.kind === 'unsupported') expect(refused).toContain(node.id);

        const { definition: text, report } = await importFlow(xml, { key: 'taken' });
        for (const { element, message } of report)
          expect({ element, message, isNamed: idsIn(text).has(element) && message !== '' }).toEqual({
            element,
            message,
            isNamed: true,
          });
        const drawn = await ensureDiagram(text);
        const again = await readXml(createModdle(), drawn);
        expect(again.ok && !isDiagramIncomplete(again.definitions, again.process)).toBe(true);
        const plan = await readPlanText(drawn);
        if (plan.ok) await textWithPlan(drawn, plan.plan);
        else expect(plan.reason).toMatch(/\p{Script=Han}/u);
        expect(await compareFlows(drawn, text)).toEqual([]);

        const { definition, problems } = await parseFlow(drawn);
        if (!definition) throw new Error('what was taken over is no process');
        expect(definition.key).toBe('taken');
        expect(
          flowSvg(definition, await layoutOf(text, definition), { completedIds: new Set(), currentIds: new Set() }),
        ).not.toMatch(/NaN|undefined|Infinity/);
        await withDiagram(text, definition);
        if (problems.some(({ level }) => level === 'error')) return;
        // what may be published goes through or says where it stops; it never breaks
        const way = await walkFlow(
          definition,
          { evaluate: () => true, items: () => [{ key: '1', label: '一' }], canSkipRemaining: () => false },
          { visit: () => Promise.resolve(true) },
        );
        expect(way.isFinished || way.fault !== '').toBe(true);
      },
      { cases: 60 },
    );
  },
  PATIENCE,
);

it(
  'text that is no process, or half of one, is refused with a sentence',
  async () => {
    await holdsAsync(
      'cut BPMN files',
      fc.tuple(bpmnFile, fc.double({ min: 0, max: 1, noNaN: true })),
      async ([xml, part]) => {
        const cut = xml.slice(0, Math.floor(xml.length * part));
        const { problems } = await parseFlow(cut);
        expect(problems.length).toBeGreaterThan(0);
        await importFlow(cut, { key: 'taken' }).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
        });
        expect((await readPlanText(cut)).ok).toBe(false);
      },
      { cases: 40 },
    );
  },
  PATIENCE,
);
