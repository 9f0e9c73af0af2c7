import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Candidates } from '../../../src/designer/flow/panel/Candidates.tsx';
import { SettingsDataContext, type FieldInfo } from '../../../src/designer/flow/panel/design.ts';
import { holderText } from '../../../src/designer/flow/panel/labels.ts';
import { fieldsForTrial } from '../../../src/designer/flow/trial/trialFields.ts';
import type { Attributes } from '../../../src/designer/flow/model/taskData.ts';
import { ServicesContext } from '../../../src/runtime/contexts.ts';
import { parseFlow } from '../../../src/server/flow/parse/parseFlow.ts';
import { fakeServices } from '../../screens/fakes.tsx';

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

const info = (key: string, label: string, more: Partial<FieldInfo> = {}): FieldInfo => ({
  key,
  label,
  tag: 'x',
  type: 'string',
  options: null,
  columns: null,
  ...more,
});
const FIELDS = [info('amount', '金额', { type: 'double' }), info('承办部门', '承办部门', { isDept: true })];
const PEOPLE = [
  { id: 'u1', showName: '王小明', deptName: '检测部' },
  { id: 'u2', showName: '李四', deptName: '' },
];

/** The holders of a step in the panel; the result gives the present ones. */
function show(holders: readonly Attributes[]): () => readonly Attributes[] {
  let current = holders;
  const Shown = () => {
    const [value, setValue] = useState(holders);
    const change = (next: Attributes[]): void => {
      current = next;
      setValue(next);
    };
    return <Candidates value={value} itemName="办理人" onChange={change} />;
  };
  const users = {
    search: async (term: string) => ({ list: PEOPLE.filter(({ showName }) => showName.includes(term)), total: 2 }),
    byIds: async (ids: readonly string[]) => PEOPLE.filter(({ id }) => ids.includes(id)),
  };
  render(
    <ServicesContext value={{ ...fakeServices({}), users } as never}>
      <SettingsDataContext value={{ fields: FIELDS, types: null, holders: { roles: [], posts: [] }, flows: [] }}>
        <Shown />
      </SettingsDataContext>
    </ServicesContext>,
  );
  return () => current;
}
const titles = (): (string | null)[] =>
  [...document.querySelectorAll('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')].map(
    (one) => one.getAttribute('title'),
  );

describe('the leader of a department that the record names', () => {
  it('is chosen among the fields of departments, and changed back', async () => {
    const holders = show([{ type: 'deptLeader', value: '1' }]);
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '哪一级' }));
    await waitFor(() => expect(titles()).toContain('“承办部门”的'));
    expect(titles()).not.toContain('“金额”的');
    fireEvent.click(screen.getAllByTitle('“承办部门”的').at(-1) as HTMLElement);
    expect(holders()).toEqual([{ type: 'deptLeader', value: '承办部门' }]);
    expect(holderText(holders()[0] ?? {}, { holders: { roles: [], posts: [] }, fields: FIELDS })).toBe(
      '“承办部门”的负责人',
    );
  });

  it('is shown as missing when its field is gone', () => {
    show([{ type: 'deptLeader', value: 'gone' }]);
    expect(screen.getByTitle('“gone”的（找不到此字段）')).toBeTruthy();
  });

  it('is marked where its field holds no department', () => {
    show([{ type: 'deptLeader', value: 'amount' }]);
    expect(screen.getByTitle('“金额”的（不是部门字段）').closest('.ant-select-status-error')).not.toBeNull();
  });

  it('is accepted by the server with a Chinese key, and its field is asked in a trial', async () => {
    const text = `<?xml version="1.0"?><definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:sf="urn:schema-first:bpmn" targetNamespace="t"><process id="p" isExecutable="true"><startEvent id="s"/><sequenceFlow id="a" sourceRef="s" targetRef="t"/><userTask id="t" name="审批"><extensionElements><sf:candidates type="deptLeader" value="承办部门"/></extensionElements></userTask><sequenceFlow id="b" sourceRef="t" targetRef="e"/><endEvent id="e"/></process></definitions>`;
    const { problems } = await parseFlow(text);
    expect(problems.filter(({ message }) => message.includes('级数'))).toEqual([]);
    expect(fieldsForTrial(text, FIELDS).map(({ key }) => key)).toEqual(['承办部门']);
  });
});

it('successive leaders without a number are shown as not chosen, as the server sees them', () => {
  show([{ type: 'deptLeaders' }]);
  expect(screen.getByText('选择级数')).toBeTruthy();
  expect(holderText({ type: 'deptLeaders' }, { holders: { roles: [], posts: [] }, fields: [] })).toBe(
    '逐级负责人（未选级数）',
  );
});

it('after one person is chosen by Enter, Enter chooses the next one too', async () => {
  const holders = show([{ type: 'user', value: '' }]);
  const input = screen.getByRole('combobox', { name: '人员' });
  fireEvent.mouseDown(input);
  const settled = () => new Promise((resolve) => setTimeout(resolve, 400));
  fireEvent.change(input, { target: { value: '王' } });
  await waitFor(() => expect(titles()).toEqual(['王小明（检测部）']));
  await settled();
  const enter = { key: 'Enter', keyCode: 13 };
  fireEvent.keyDown(input, enter);
  fireEvent.keyUp(input, enter);
  await waitFor(() => expect(holders()[0]?.value).toBe('u1'));
  await waitFor(() => expect(titles()).toEqual(['王小明（检测部）', '李四']));
  fireEvent.keyDown(input, { key: 'ArrowDown', keyCode: 40 });
  fireEvent.keyDown(input, enter);
  await waitFor(() => expect(holders()[0]?.value).toBe('u1,u2'));
});
