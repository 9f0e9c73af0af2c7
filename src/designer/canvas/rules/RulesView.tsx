import { Empty } from 'antd';
import { useMemo, type ReactNode } from 'react';
import type { CompiledForm } from '../../../kernel/index.ts';
import type { Design } from '../model/design.ts';
import { withKeys } from '../model/edits.ts';
import { isObject, type CanvasDoc } from '../model/nodes.ts';
import { UndoButtons } from '../parts/UndoButtons.tsx';
import { PanelProvider } from '../properties/panelContext.tsx';
import { usePanelOf } from '../properties/PropertyPanel.tsx';
import { useDesignValue, useDesignerContext } from '../designerContext.ts';
import { ActionEditor } from './ActionEditor.tsx';
import { CreateFromEditor } from './CreateFromEditor.tsx';
import { EffectEditor } from './EffectEditor.tsx';
import { NEW_EFFECT } from './effectModel.ts';
import { describeCreateFrom, sourceRelations } from './createFrom.ts';
import { PrintRules } from './PrintRules.tsx';
import { ReminderEditor } from './ReminderEditor.tsx';
import { RuleList } from './RuleList.tsx';
import { ownDateFields, useRuleNames } from './ruleNames.ts';
import { dialogScope, effectScope, withRenamedKeys, withScope } from './ruleScopes.ts';
import { describeAction, describeEffect, describeReminder } from './describeRules.ts';

const docOf = (design: Design) => design.doc();

interface Props {
  /** The last valid form; null while there is none. */
  compiled: CompiledForm | null;
  /** Why there is no compiled form; absent if the text of the form is invalid. */
  missingReason?: 'checking' | 'tooLarge' | undefined;
  /** Names of the task nodes of the form's process. */
  nodes: readonly string[];
  problems: ReactNode;
}

/** Returns the list under a key of the document, as written; it may contain entries that are not rules. */
const rulesIn = (doc: CanvasDoc, key: string): readonly unknown[] => (Array.isArray(doc[key]) ? doc[key] : []);

/** Returns an unused rule key: the prefix and a number. */
function unusedKey(rules: readonly unknown[], prefix: string): string {
  const usedKeys = new Set(rules.map((rule) => (isObject(rule) ? rule.key : undefined)));
  let number = 1;
  while (usedKeys.has(`${prefix}${number}`)) number += 1;
  return `${prefix}${number}`;
}

/**
 * The view 规则: effects, buttons, reminders, `createFrom` rules and print settings. Each rule is shown as a sentence; a
 * click on the sentence opens its editor.
 */
export function RulesView({ compiled, missingReason, nodes, problems }: Props) {
  if (compiled) return <Rules compiled={compiled} nodes={nodes} problems={problems} />;
  return (
    <section className="ds-rules-view" aria-label="规则">
      <Empty
        description={
          missingReason === 'checking'
            ? '正在检查表单…'
            : missingReason === 'tooLarge'
              ? '字段太多，请在 JSON 页修改规则'
              : '表单有误，改正后在此设置规则'
        }
      />
      {problems}
    </section>
  );
}

function Rules({ compiled, nodes, problems }: Omit<Props, 'missingReason'> & { compiled: CompiledForm }) {
  const { design } = useDesignerContext();
  const doc = useDesignValue(docOf);
  const effects = rulesIn(doc, 'effects');
  const [actions, reminders] = [rulesIn(doc, 'actions'), rulesIn(doc, 'reminders')];
  const names = useRuleNames(compiled, { effects, actions, reminders });
  const formPanel = usePanelOf({ doc, node: null, table: null, compiled });
  // no `types`: the editors do not check expressions. The types of related forms are unknown here, and the check of
  // the whole form reports invalid expressions anyway
  const panel = useMemo(() => ({ ...formPanel, infos: names.infos, types: null }), [formPanel, names]);
  const setProperty = (key: string, value: unknown): void =>
    design.edit((current) => ({ doc: withKeys(current, [], { [key]: value }) }), `rules:${key}`);
  const setRules = (key: string, rules: readonly unknown[]): void =>
    setProperty(key, rules.length === 0 ? undefined : rules);
  const sources = sourceRelations(compiled, names);
  const sharedProps = { names, compiled, nodes, effects };
  const firstDateField = ownDateFields(names)[0]?.key ?? '';
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
            rules={effects}
            newRule={NEW_EFFECT}
            describe={(rule) =>
              describeEffect(
                rule,
                withScope(names, effectScope({ effect: rule, compiled, effects, isOfButton: false, names })),
              )
            }
            renderEditor={(effect, setRule) => <EffectEditor {...sharedProps} effect={effect} onChange={setRule} />}
            onChange={(rules) => setRules('effects', withRenamedKeys(effects, rules))}
          />
          <RuleList
            title="按钮"
            help="列表行、所选行、记录页、待办上的操作"
            rules={actions}
            newRule={{ key: unusedKey(actions, 'act'), label: '办理', at: ['page'] }}
            describe={(rule) =>
              describeAction(rule, withScope(names, dialogScope(rule.dialog, names.vocabulary)), compiled)
            }
            renderEditor={(action, setRule) => <ActionEditor {...sharedProps} action={action} onChange={setRule} />}
            onChange={(rules) => setRules('actions', rules)}
          />
          <RuleList
            title="提醒"
            help="日期将到或已过时通知有关的人，同一记录同一天只通知一次"
            rules={reminders}
            newRule={{
              key: unusedKey(reminders, 'remind'),
              field: firstDateField,
              offset: '-3d',
              to: ['creator'],
              text: '即将到期',
            }}
            describe={(rule) => describeReminder(rule, names)}
            renderEditor={(rule, setRule) => <ReminderEditor {...sharedProps} rule={rule} onChange={setRule} />}
            onChange={(rules) => setRules('reminders', rules)}
          />
          <RuleList
            title="由其他记录生成"
            ruleName="来源"
            help={
              sources.length === 0
                ? '先在设计页加一个指向来源表单的关联字段，才能由其他记录生成本表单的记录'
                : '在其他表单的记录上显示按钮，打开本表单的新记录并带入内容'
            }
            rules={rulesIn(doc, 'createFrom')}
            newRule={{ from: sources[0]?.from ?? '', label: '生成', relation: sources[0]?.value ?? '' }}
            canAdd={sources.length > 0}
            describe={(rule) => describeCreateFrom(rule, names)}
            renderEditor={(rule, setRule) => <CreateFromEditor {...sharedProps} rule={rule} onChange={setRule} />}
            onChange={(rules) => setRules('createFrom', rules)}
          />
          <PrintRules {...sharedProps} value={doc.print} onChange={(print) => setProperty('print', print)} />
        </div>
        {problems}
      </section>
    </PanelProvider>
  );
}
