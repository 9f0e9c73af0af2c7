import { readsOfText, aroundForm, type Mention } from '../../kernel/index.ts';
import type { Path } from '../../domain/problem/index.ts';
import type { Candidate, FlowDefinition, FlowEdge, FlowNode } from './definition.ts';
import { repeatedAround } from './engine/repeat.ts';

/** A process speaks of the record of whichever form uses it. */
const RECORD = aroundForm('');

/** What kind of holder each candidate names; of others nothing outside of the process is named. */
const nameOfNode = ({ name, id }: FlowNode): string => `节点“${name || id}”`;

const nameOfEdge = (flow: FlowDefinition, { name, source, target }: FlowEdge): string => {
  const ends = [source, target].map((id) => flow.nodes[id]?.name || id);
  return name ? `分支“${name}”` : `“${ends[0]}”到“${ends[1]}”的连线`;
};

/**
 * Everything that a process names: fields and columns in conditions, holders, node rights, times and answers; roles; processes
 * that it calls. Pure; paths are the element's id and what of it.
 */
export function mentionsOfFlow(flow: FlowDefinition): Mention[] {
  const itemOf = (nodeId: string) => {
    const over = repeatedAround(flow, nodeId)?.repeat.over;
    return { item: over ? { owner: '', table: over } : null };
  };
  const field = (name: string, path: Path, place: string, more: Partial<Mention> = {}): Mention => ({
    kind: 'field',
    names: [name],
    owner: '',
    table: '',
    use: 'read',
    path,
    place,
    ...more,
  });
  const text = (nodeId: string, given: string, path: Path, place: string): Mention[] =>
    readsOfText(given, RECORD, { path, place }, itemOf(nodeId));
  const holder = (node: FlowNode, { type, value }: Candidate, at: string): Mention[] => {
    const path = [node.id, at];
    const place = `${nameOfNode(node)} · ${at === 'cc' ? '抄送' : '办理人'}`;
    if (type === 'role') return [{ ...field(value, path, place), kind: 'role', use: 'named' }];
    if (type === 'field') return [field(value, path, place)];
    if (type === 'item' && value !== '') {
      const over = repeatedAround(flow, node.id)?.repeat.over;
      return over ? [field(value, path, place, { table: over })] : [];
    }
    return type === 'expression' ? text(node.id, value, path, place) : [];
  };
  const ofNode = (node: FlowNode): Mention[] => {
    const { id, rules, repeat, until, call, catches, calls } = node;
    const name = nameOfNode(node);
    return [
      ...(calls === null
        ? []
        : [{ ...field(calls, [id, 'calls'], `${name} · 调用的流程`), kind: 'flow' as const, use: 'named' as const }]),
      ...node.candidates.flatMap((one) => holder(node, one, 'candidates')),
      ...(node.settings?.cc ?? []).flatMap((one) => holder(node, one, 'cc')),
      ...(catches?.type === 'condition' ? text(id, catches.text, [id, 'condition'], `${name} · 等待的条件`) : []),
      ...(repeat
        ? [
            ...text(id, repeat.over, [id, 'repeat'], `${name} · 逐项办理`),
            ...(repeat.until === null
              ? []
              : readsOfText(
                  repeat.until,
                  RECORD,
                  { path: [id, 'repeat'], place: `${name} · 提前结束的条件` },
                  { item: { owner: '', table: repeat.over } },
                )),
            ...(repeat.title === ''
              ? []
              : [field(repeat.title, [id, 'repeat'], `${name} · 行名称`, { table: repeat.over })]),
          ]
        : []),
      ...(until && 'field' in until ? [field(until.field, [id, 'until'], `${name} · 定时`)] : []),
      ...(call?.answers ?? []).map(({ field: key }) => {
        const over = repeatedAround(flow, id)?.repeat.over;
        const place = `${name} · 存入返回值`;
        return key.startsWith('item.') && over
          ? field(key.slice('item.'.length), [id, 'answer'], place, { table: over, use: 'filled' })
          : field(key, [id, 'answer'], place, { use: 'filled' });
      }),
      ...(rules?.opinionField === undefined
        ? []
        : [field(rules.opinionField, [id, 'opinion'], `${name} · 办理意见的字段`)]),
      ...Object.keys(rules?.fields ?? {}).map((key) =>
        field(key, [id, 'rules', key], `${name} · 字段权限`, { use: 'shown' }),
      ),
      ...Object.entries(rules?.tables ?? {}).flatMap(([key, { columns }]) => [
        field(key, [id, 'rules', key], `${name} · 子表权限`, { use: 'shown' }),
        ...Object.keys(columns ?? {}).map((column) =>
          field(column, [id, 'rules', key, column], `${name} · 列权限`, { table: key, use: 'shown' }),
        ),
      ]),
    ];
  };
  return [
    ...Object.values(flow.edges).flatMap((edge) =>
      edge.condition === null
        ? []
        : text(edge.source, edge.condition, [edge.id, 'condition'], `${nameOfEdge(flow, edge)}的条件`),
    ),
    ...Object.values(flow.nodes).flatMap(ofNode),
  ];
}
