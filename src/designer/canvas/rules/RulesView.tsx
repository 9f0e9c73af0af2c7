import { RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Empty } from 'antd';
import { useMemo, type ReactNode } from 'react';
import type { CompiledForm } from '../../../kernel/index.ts';
import { useServices } from '../../../runtime/contexts.ts';
import { useLoad } from '../../../screens/shared/useLoad.ts';
import { fieldsOf } from '../../flow/panel/design.ts';
import type { Design } from '../model/design.ts';
import { withKeys } from '../model/edits.ts';
import { isObject, type FormDoc } from '../model/nodes.ts';
import { PanelContext } from '../properties/panelContext.ts';
import { usePanelOf } from '../properties/PropertyPanel.tsx';
import { useDesign, useDesigning } from '../useDesign.ts';
import { ActionEditor } from './ActionEditor.tsx';
import { EffectEditor } from './EffectEditor.tsx';
import { NEW_EFFECT, type Effect } from './effectModel.ts';
import { useReached } from './relations.ts';
import { ReminderEditor } from './ReminderEditor.tsx';
import { RuleList } from './RuleList.tsx';
import { actionWords, effectWords, reminderWords, type RuleNames } from './ruleWords.ts';

const docOf = (design: Design) => design.doc();
const mayUndo = (design: Design) => design.get().history.past.length > 0;
const mayRedo = (design: Design) => design.get().history.future.length > 0;

interface Props {
  /** The last good form; null while the text holds none. */
  compiled: CompiledForm | null;
  /** Task nodes of its process. */
  nodes: readonly string[];
  problems: ReactNode;
}

const rulesIn = (doc: FormDoc, key: string): Effect[] =>
  Array.isArray(doc[key]) ? (doc[key] as unknown[]).filter((one): one is Effect => isObject(one)) : [];

/** A key that none of the rules has. */
function freeKey(rules: readonly Effect[], word: string): string {
  const taken = new Set(rules.map(({ key }) => key));
  let count = 1;
  while (taken.has(`${word}${count}`)) count += 1;
  return `${word}${count}`;
}

/** What happens with a record, and who is reminded of it: effects and reminders as sentences that are chosen, not typed. */
export function RulesView({ compiled, nodes, problems }: Props) {
  return compiled ? (
    <Rules compiled={compiled} nodes={nodes} problems={problems} />
  ) : (
    <Empty description="表单有误，改正后在此设置规则" />
  );
}

/** What the names in rules mean: fields of this form, and of those that it leads to. */
function useNames(compiled: CompiledForm): RuleNames {
  const services = useServices();
  const reached = useReached(compiled);
  const { load: forms } = useLoad(() => services.forms.list(), [services]);
  const { load: holders } = useLoad(() => services.flows.holders(), [services]);
  return useMemo((): RuleNames => {
    const further = reached.flatMap(({ path, label, form }) =>
      fieldsOf(form)
        .filter(({ columns }) => columns === null)
        .map((info) => ({ ...info, key: `${path}.${info.key}`, label: `${label} › ${info.label}` })),
    );
    return {
      infos: [...fieldsOf(compiled), ...further],
      reached,
      forms: (forms.value ?? []).filter(({ version }) => version > 0),
      roles: holders.value?.roles ?? [],
    };
  }, [compiled, reached, forms.value, holders.value]);
}

function Rules({ compiled, nodes, problems }: Props & { compiled: CompiledForm }) {
  const { design } = useDesigning();
  const doc = useDesign(docOf);
  const names = useNames(compiled);
  const [hasPast, hasFuture] = [useDesign(mayUndo), useDesign(mayRedo)];
  const own = usePanelOf({ doc, node: null, table: null, compiled });
  // what a relation leads to has no type here: expressions are judged when the form is checked
  const panel = useMemo(() => ({ ...own, infos: names.infos, types: null }), [own, names]);
  const change = (key: string, rules: readonly Effect[]): void =>
    design.edit(
      (now) => ({ doc: withKeys(now, [], { [key]: rules.length === 0 ? undefined : rules }) }),
      `rules:${key}`,
    );
  const choices = { names, compiled, nodes };
  const date = names.infos.find(({ isDate }) => isDate)?.key ?? '';
  const [actions, reminders] = [rulesIn(doc, 'actions'), rulesIn(doc, 'reminders')];
  return (
    <PanelContext value={panel}>
      <section className="ds-rules-view" aria-label="规则">
        <div className="ds-stage-bar">
          <Button
            size="small"
            type="text"
            icon={<UndoOutlined />}
            disabled={!hasPast}
            onClick={() => design.undo()}
            data-action="undo"
          >
            撤销
          </Button>
          <Button
            size="small"
            type="text"
            icon={<RedoOutlined />}
            disabled={!hasFuture}
            onClick={() => design.redo()}
            data-action="redo"
          >
            重做
          </Button>
        </div>
        <div className="ds-rules-body">
          <RuleList
            title="联动"
            help="记录保存、办结、作废等时自动做的事，与办理一起成立；点句子修改"
            rules={rulesIn(doc, 'effects')}
            first={NEW_EFFECT}
            words={(rule) => effectWords(rule, names)}
            editor={(effect, put) => <EffectEditor {...choices} effect={effect} onChange={put} />}
            onChange={(rules) => change('effects', rules)}
          />
          <RuleList
            title="按钮"
            help="列表行、所选行、记录页、待办上的操作"
            rules={actions}
            first={{ key: freeKey(actions, 'act'), label: '办理', at: ['page'] }}
            words={(rule) => actionWords(rule, names)}
            editor={(action, put) => <ActionEditor {...choices} action={action} onChange={put} />}
            onChange={(rules) => change('actions', rules)}
          />
          <RuleList
            title="提醒"
            help="日期将到或已过时通知有关的人，同一记录同一天只通知一次"
            rules={reminders}
            first={{
              key: freeKey(reminders, 'remind'),
              field: date,
              offset: '-3d',
              to: ['creator'],
              text: '即将到期',
            }}
            words={(rule) => reminderWords(rule, names)}
            editor={(rule, put) => <ReminderEditor {...choices} rule={rule} onChange={put} />}
            onChange={(rules) => change('reminders', rules)}
          />
        </div>
        {problems}
      </section>
    </PanelContext>
  );
}
