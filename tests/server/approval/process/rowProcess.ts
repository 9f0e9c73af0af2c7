/** Processes that repeat a part for the rows of a table. */
import { tasksOf } from '../../support/sealDemo.ts';
import { edge, task, type Story } from '../story.ts';

export const TABLE = {
  tag: 'subTable',
  __vModel__: 'items',
  label: '设备明细',
  children: [
    { tag: 'el-input', __vModel__: 'name', label: '名称' },
    { tag: 'userSelector', __vModel__: 'owner', label: '保管人' },
    { tag: 'el-input-number', __vModel__: 'price', label: '单价' },
  ],
};

export const LOOP = (over: string, { more = '', isSequential = false, until = '' } = {}): string =>
  `<extensionElements><sf:repeat over="${over}" ${more}/></extensionElements><multiInstanceLoopCharacteristics isSequential="${isSequential}">${until ? `<completionCondition>${until}</completionCondition>` : ''}</multiInstanceLoopCharacteristics>`;

/** apply → each row: first (the row's keeper) → second (leader) → last */
export const each = (
  loop: string,
  inner = task('first item owner') +
    task('second user u-leader') +
    edge('i1', 'is', 'first') +
    edge('i2', 'first', 'second') +
    edge('i3', 'second', 'ie'),
): string =>
  `<subProcess id="part" name="逐台核对">${loop}<startEvent id="is"/><endEvent id="ie"/>${inner}</subProcess>${task('last user u-sealer')}${edge('f1', 'apply', 'part')}${edge('f2', 'part', 'last')}${edge('f3', 'last', 'e')}`;

export const ROWS = [
  { id: 'r1', fieldsMap: { name: '显微镜', owner: 'u-hr', price: 10 } },
  { id: 'r2', fieldsMap: { name: '天平', owner: 'u-finance', price: 2000 } },
  { id: 'r3', fieldsMap: { name: '烘箱', owner: 'u-device', price: 30 } },
];

/** Names of a person's to-dos of this record, with what each is for. */
export const todos = async (story: Story, who: string): Promise<string[]> =>
  (await tasksOf(await story.client(who), 'listMyTodo'))
    .filter(({ recordId }) => recordId === story.id)
    .map(({ taskNode }) => taskNode)
    .toSorted();

export const taskOf = async (story: Story, who: string, part: string): Promise<string> =>
  (await tasksOf(await story.client(who), 'listMyTodo')).find(
    ({ recordId, taskNode }) => recordId === story.id && taskNode.includes(part),
  )?.taskId ?? '';
