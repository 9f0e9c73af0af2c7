import { Empty } from 'antd';
import { useMemo, type ReactNode } from 'react';
import type { CompiledForm } from '../../../kernel/index.ts';
import type { Design } from '../model/design.ts';
import { withKeys } from '../model/edits.ts';
import { isObject, type FormDoc } from '../model/nodes.ts';
import { UndoButtons } from '../parts/UndoButtons.tsx';
import { PanelProvider } from '../properties/panelContext.tsx';
import { usePanelOf } from '../properties/PropertyPanel.tsx';
import { useDesign, useDesigning } from '../useDesign.ts';
import { ActionEditor } from './ActionEditor.tsx';
import { CreateFromEditor } from './CreateFromEditor.tsx';
import { EffectEditor } from './EffectEditor.tsx';
import { NEW_EFFECT } from './effectModel.ts';
import { createFromWords, sourceRelations } from './madeFrom.ts';
import { PrintRules } from './PrintRules.tsx';
import { ReminderEditor } from './ReminderEditor.tsx';
import { RuleList } from './RuleList.tsx';
import { ownDates, useRuleNames } from './ruleNames.ts';
import { actionWords, effectWords, reminderWords } from './ruleWords.ts';

const docOf = (design: Design) => design.doc();

interface Props {
  /** The last good form; null while the text holds none. */
  compiled: CompiledForm | null;
  /** Task nodes of its process. */
  nodes: readonly string[];
  problems: ReactNode;
}

/** The rules under a key as they are written; entries that are no rules stay in place. */
const rulesIn = (doc: FormDoc, key: string): readonly unknown[] => (Array.isArray(doc[key]) ? doc[key] : []);

/** A key that none of the rules has. */
function freeKey(rules: readonly unknown[], word: string): string {
  const taken = new Set(rules.map((rule) => (isObject(rule) ? rule.key : undefined)));
  let count = 1;
  while (taken.has(`${word}${count}`)) count += 1;
  return `${word}${count}`;
}

/**
 * The view 规则: effects, buttons, reminders, what a form is made from and what is printed along, each as a sentence. Opening
 * one shows the editor of its parts.
 */
export function RulesView({ compiled, nodes, problems }: Props) {
  return compiled ? (
    <Rules compiled={compiled} nodes={nodes} problems={problems} />
  ) : (
    <Empty description="表单有误，改正后在此设置规则" />
  );
}

function Rules({ compiled, nodes, problems }: Props & { compiled: CompiledForm }) {
  const { design } = useDesigning();
  const doc = useDesign(docOf);
  const names = useRuleNames(compiled);
  const own = usePanelOf({ doc, node: null, table: null, compiled });
  // no types: those of related forms are unknown here, and the check of the whole form reports wrong expressions
  const panel = useMemo(() => ({ ...own, infos: names.infos, types: null }), [own, names]);
  const edit = (key: string, value: unknown): void =>
    design.edit((now) => ({ doc: withKeys(now, [], { [key]: value }) }), `rules:${key}`);
  const change = (key: string, rules: readonly unknown[]): void => edit(key, rules.length === 0 ? undefined : rules);
  const sources = sourceRelations(compiled, names);
  const choices = { names, compiled, nodes };
  const date = ownDates(names)[0]?.key ?? '';
  const [actions, reminders] = [rulesIn(doc, 'actions'), rulesIn(doc, 'reminders')];
  return (
    <PanelProvider value={panel}>
      <section className="ds-rules-view" aria-label="规则">
        <div className="ds-stage-bar">
          <UndoButtons />
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
          <RuleList
            title="由其他记录生成"
            item="来源"
            help={
              sources.length === 0
                ? '先在设计页加一个指向来源表单的关联字段，才能由其他记录生成本表单的记录'
                : '在其他表单的记录上显示按钮，打开本表单的新记录并带入内容'
            }
            rules={rulesIn(doc, 'createFrom')}
            first={{ from: sources[0]?.from ?? '', label: '生成', relation: sources[0]?.value ?? '' }}
            canAdd={sources.length > 0}
            words={(rule) => createFromWords(rule, names)}
            editor={(rule, put) => <CreateFromEditor {...choices} rule={rule} onChange={put} />}
            onChange={(rules) => change('createFrom', rules)}
          />
          <PrintRules {...choices} value={doc.print} onChange={(print) => edit('print', print)} />
        </div>
        {problems}
      </section>
    </PanelProvider>
  );
}
