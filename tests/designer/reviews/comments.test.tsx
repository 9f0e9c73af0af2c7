import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FormManagerBlock } from '../../../src/designer/forms/FormManagerBlock.tsx';
import { partsOf } from '../../../src/designer/reviews/canvasParts.ts';
import type { DocumentComment } from '../../../src/designer/reviews/calls.ts';
import { elementName } from '../../../src/designer/reviews/elementName.ts';
import { mentionedIds } from '../../../src/designer/reviews/mentions.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { fakeServices, renderAt, situation } from '../../screens/fakes.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const administrator = { ...situation, user: { id: 'a', name: '管理员', roles: ['admin'] } };
const CAR = {
  formKey: 'car',
  formName: '用车申请',
  fields: [
    { tag: 'el-input', __vModel__: 'why', label: '事由' },
    { tag: 'el-input', __vModel__: 'where', label: '目的地' },
  ],
};
const comment = (more: Partial<DocumentComment>): DocumentComment => ({
  id: 'c1',
  parentId: '',
  part: '',
  partName: '',
  text: '',
  authorName: '李四',
  time: '2026-01-02 10:00:00',
  mentions: [],
  isOwn: false,
  isRemoved: false,
  isResolved: false,
  resolvedBy: '',
  ...more,
});

it('an element of a process is named by its start tag, not by a comment or text that mentions its id', () => {
  const xml = `<process id="p"><!-- <task id="t" name="旧名"/> --><documentation> id="t" name="x"</documentation>
    <task name="审核 &gt; 复核" id="t"><x/></task></process>`;
  expect(elementName(xml, 't')).toBe('审核 > 复核');
  expect(elementName(xml, 'p')).toBe('p');
  expect([elementName(xml, 'x'), elementName('<!-- id="t" -->', 't'), elementName(xml, '')]).toEqual([
    null,
    null,
    null,
  ]);
});

/** An editor over calls that keep comments. */
async function open(
  kept: DocumentComment[],
  address = '/m?form=car',
  administrators: () => Promise<object[]> = async () => [{ id: 'b', name: '李四' }],
) {
  const sent: { url: string; params: Record<string, unknown> }[] = [];
  const services = fakeServices({
    forms: {
      list: async () => [
        { key: 'car', name: '用车申请', version: 0, updateTime: '2026-01-01 00:00:00', hasDraft: true, revision: 4 },
      ],
      draft: async () => CAR,
    },
    request: async ({ url, method, params }) => {
      if (url.endsWith('/administrators')) return administrators();
      if (method === 'GET') return structuredClone(kept);
      sent.push({ url: url.split('/').at(-1) ?? '', params });
      const one = kept.find(({ id }) => id === params.id);
      if (url.endsWith('/resolve') && one) one.isResolved = params.isResolved === true;
      if (url.endsWith('/removeComment') && one) one.isRemoved = true;
      if (url.endsWith('/comment'))
        kept.push(comment({ id: `n${kept.length}`, isOwn: true, authorName: '管理员', ...params }));
      return null;
    },
  });
  await renderAt(address, services, <FormManagerBlock node={{ tag: 'formManager' }} path={['root']} />, administrator);
  await waitFor(() => expect(document.querySelector('[data-designer="canvas"]')).toBeTruthy());
  return sent;
}
const panel = (): HTMLElement => document.querySelector('.dr-panel') as HTMLElement;
const act = (name: string): void => {
  fireEvent.click(document.querySelector(`[data-action="${name}"]`) as Element);
};

it('comments mark their place on the canvas, and what was deleted keeps its comments under a heading of its own', async () => {
  await open([
    comment({ id: 'a', part: 'field:why', partName: '事由', text: '要不要必填？' }),
    comment({ id: 'b', part: 'field:gone', partName: '旧字段', text: '这个字段不要' }),
    comment({ id: 'c', part: 'field:where', partName: '目的地', text: '已改', isResolved: true, resolvedBy: '王五' }),
  ]);
  const mark = await screen.findByRole('button', { name: '1 条未解决的批注' });
  expect(mark.closest('[data-node-path]')?.getAttribute('data-node-path')).toBe('fields.0');
  fireEvent.click(mark);
  await waitFor(() => expect(panel()).toBeTruthy());
  expect(panel().querySelector('[data-part="field:why"]')?.getAttribute('data-chosen')).toBe('true');
  const gone = within(panel()).getByRole('region', { name: '已删除的位置' });
  expect(gone.textContent).toContain('旧字段');
  expect(gone.textContent).toContain('这个字段不要');
  expect(panel().textContent).not.toContain('已改');
  fireEvent.click(within(panel()).getByText('全部 3'));
  expect(panel().textContent).toContain('王五 标为已解决');
});

it('a comment is written on the chosen node, addressed, resolved, opened again and removed by its author', async () => {
  const kept: DocumentComment[] = [];
  const sent = await open(kept);
  fireEvent.click(document.querySelector('[data-node-path="fields.1"]') as Element);
  act('comments');
  const box = await screen.findByRole('textbox', { name: '写批注：“目的地”' });
  fireEvent.change(box, { target: { value: '请 @李四 ' } });
  await waitFor(() => expect(document.querySelector('.ant-mentions-suffix, .ant-spin')).toBeNull());
  fireEvent.change(box, { target: { value: '请 @李四 看看' } });
  fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(panel().querySelector('[data-comment="n0"]')).toBeTruthy());
  expect(sent[0]).toMatchObject({
    url: 'comment',
    params: { kind: 'form', key: 'car', part: 'field:where', partName: '目的地', mentionIds: ['b'] },
  });
  expect(document.querySelector('[data-node-path="fields.1"] [data-comments="1"]')).toBeTruthy();
  act('comment-resolve');
  await waitFor(() => expect(screen.getByText('批注都已解决')).toBeTruthy());
  expect(document.querySelector('[data-comments]')).toBeNull();
  fireEvent.click(within(panel()).getByText('全部 1'));
  act('comment-reopen');
  await waitFor(() => expect(kept[0]?.isResolved).toBe(false));
  act('comment-remove');
  fireEvent.click(await waitFor(() => document.querySelector('.ant-popconfirm .ant-btn-dangerous') as Element));
  await waitFor(() => expect(screen.getByText('还没有批注')).toBeTruthy());
});

it('mentions the person whose whole name stands there, and nobody unless the list of names is known', async () => {
  let isBroken = true;
  const sent = await open([], '/m?form=car', async () => {
    if (isBroken) throw new ServiceError('500', '服务器忙');
    return ['张三', '张三丰'].map((name) => ({ id: name, name }));
  });
  act('comments');
  const box = await screen.findByRole('textbox', { name: '写批注：整个表单' });
  const send = (): boolean => fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true });
  fireEvent.change(box, { target: { value: '@张三丰 请看' } });
  send();
  await screen.findByText('服务器忙');
  expect([sent, (box as HTMLTextAreaElement).value]).toEqual([[], '@张三丰 请看']);
  isBroken = false;
  send();
  await waitFor(() => expect(sent[0]?.params).toMatchObject({ text: '@张三丰 请看', mentionIds: ['张三丰'] }));
});

it('of two people of one name the selected one is mentioned, and without a selection both', () => {
  const people = ['a', 'b', 'c'].map((id) => ({ id, name: id === 'c' ? '张三丰' : '张三' }));
  expect(mentionedIds('@张三 和 @张三丰，@张三 再看', people, new Map())).toEqual(['a', 'b', 'c']);
  expect(mentionedIds('@张三', people, new Map([['张三', 'b']]))).toEqual(['b']);
  expect(mentionedIds('张三丰 @李四', people, new Map())).toEqual([]);
});

it('an address that names a resolved comment shows it', async () => {
  await open(
    [comment({ id: 'a', part: 'field:where', text: '看这里', isResolved: true, resolvedBy: '王五' })],
    '/m?form=car&comment=a',
  );
  await waitFor(() => expect(panel().querySelector('[data-asked="true"]')?.textContent).toContain('看这里'));
});

it('an address that names a comment opens it at its place', async () => {
  await open([comment({ id: 'a', part: 'field:where', text: '看这里' })], '/m?form=car&comment=a');
  await waitFor(() => expect(panel().querySelector('[data-asked="true"]')?.textContent).toContain('看这里'));
  expect(document.querySelector('[data-node-path="fields.1"]')?.getAttribute('aria-current')).toBe('true');
});

it('parts are named by their own keys: columns with their table, what has none by tag and name', () => {
  const doc = {
    fields: [
      { tag: 'el-card', label: '基本', children: [{ tag: 'el-input', __vModel__: 'a' }] },
      { tag: 'el-card', label: '基本', children: [] },
      { tag: 'subTable', __vModel__: 't', children: [{ tag: 'el-input', __vModel__: 'a' }] },
    ],
  };
  expect([...partsOf(doc).byPart.keys()]).toEqual([
    'block:el-card:基本',
    'field:a',
    'block:el-card:基本#2',
    'field:t',
    'field:t.a',
  ]);
  expect(elementName('<userTask id="u1" name="部门&amp;审核"><x id="u2" /></userTask>', 'u1')).toBe('部门&审核');
  expect(elementName('<userTask id="u1" name="研发&#38;&#x6d4b;试&#34;&apos;&#10;审核" />', 'u1')).toBe(
    `研发&测试"' 审核`,
  );
  expect(elementName('<userTask id="u1" name="部门"><x id="u2" /></userTask>', 'u2')).toBe('u2');
  expect(elementName('<userTask id="u1" />', 'u3')).toBeNull();
});
