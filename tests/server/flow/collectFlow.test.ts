import { expect, it } from 'vitest';
import { resolveReferences } from '../../../src/references/index.ts';
import { referencesOfFlow, parseFlow } from '../../../src/server/flow/index.ts';
import { readdirSync, readFileSync } from 'node:fs';

const task = (id: string, name: string, extensions: string): string =>
  `<userTask id="${id}" name="${name}"><extensionElements>${extensions}</extensionElements></userTask>`;
const flow = (id: string, from: string, to: string, condition?: string, name = ''): string =>
  `<sequenceFlow id="${id}" name="${name}" sourceRef="${from}" targetRef="${to}">${
    condition ? `<conditionExpression>\${${condition}}</conditionExpression>` : ''
  }</sequenceFlow>`;
const FILE = `<?xml version="1.0"?><definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:sf="urn:schema-first:bpmn" id="d" targetNamespace="t">
<process id="p" name="用车审批" isExecutable="true">
<startEvent id="s"/>${task('apply', '申请', '<sf:candidates type="initiator"/><sf:field key="car" required="true"/>')}
<exclusiveGateway id="g" default="f3"/>
${task('lead', '领导会签', '<sf:candidates type="role" value="leader"/><sf:candidates type="field" value="driver"/><sf:cc type="role" value="hr"/><sf:table key="rows"><sf:column key="count" editable="true"/></sf:table>')}
<callActivity id="call" name="派车" calledElement="dispatch"/>
<endEvent id="e"/>
${flow('f0', 's', 'apply')}${flow('f1', 'apply', 'g')}${flow('f2', 'g', 'lead', 'km > 100.0', '公里数超过100')}${flow('f3', 'g', 'call')}${flow('f4', 'lead', 'call')}${flow('f5', 'call', 'e')}
</process></definitions>`;

it('a process names fields of conditions, holders and node rights, columns, roles and processes, each at its place', async () => {
  const { definition } = await parseFlow(FILE);
  expect(definition).not.toBeNull();
  const found = await resolveReferences(referencesOfFlow(definition as never), () => Promise.resolve(null));
  expect(
    found.map(({ kind, name, path, positionText }) => `${kind} ${name} @ ${path.join('.')}: ${positionText}`).sort(),
  ).toEqual(
    [
      'field km @ f2.condition: 分支“公里数超过100”的条件',
      'field car @ apply.rules.car: 节点“申请” · 字段权限',
      'role leader @ lead.candidates: 节点“领导会签” · 办理人',
      'field driver @ lead.candidates: 节点“领导会签” · 办理人',
      'role hr @ lead.cc: 节点“领导会签” · 抄送',
      'field rows @ lead.rules.rows: 节点“领导会签” · 子表权限',
      'field rows @ lead.rules.rows.count: 节点“领导会签” · 列权限',
      'field rows.count @ lead.rules.rows.count: 节点“领导会签” · 列权限',
      'flow dispatch @ call.calls: 节点“派车” · 调用的流程',
    ].sort(),
  );
});

it('every condition of every shipped process is among what it names', async () => {
  const missing: string[] = [];
  let count = 0;
  for (const file of readdirSync('schemas/flows')) {
    const { definition } = await parseFlow(readFileSync(`schemas/flows/${file}`, 'utf8'));
    if (!definition) continue;
    const places = new Set(referencesOfFlow(definition).map(({ path }) => path.join('.')));
    for (const { id, condition } of Object.values(definition.edges)) {
      if (condition === null) continue;
      count += 1;
      if (!places.has(`${id}.condition`)) missing.push(`${file} ${id}`);
    }
  }
  expect([missing, count > 3]).toEqual([[], true]);
});
