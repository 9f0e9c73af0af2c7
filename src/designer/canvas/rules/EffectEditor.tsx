import { useMemo } from 'react';
import { EffectParts } from './EffectParts.tsx';
import { EFFECT_KINDS, kindOfEffect, EVENTS, withKind, withEvent, withKey, type Effect } from './effectModel.ts';
import { ChoiceLine, ConditionLine, type Choice } from './controlLines.tsx';
import { relationsOf } from './relations.ts';
import { PanelProvider, usePanel } from '../properties/panelContext.tsx';
import type { RuleEditorProps } from './ruleNames.ts';
import { effectScope, withScope } from './ruleScopes.ts';
import { ScheduleLine } from './ScheduleLine.tsx';

interface Props extends RuleEditorProps {
  /** True for an effect of a button, which has no event: it runs when the button is pressed. */
  isOfButton?: boolean;
  effect: Effect;
  onChange(effect: Effect): void;
}

/**
 * Edits one effect: event, condition and kind. The expressions of the effect may also read the row for which it runs,
 * and records that other effects create.
 */
export function EffectEditor(props: Props) {
  const { effect, compiled, effects, isOfButton = false } = props;
  const outerPanel = usePanel();
  const names = useMemo(
    () => withScope(props.names, effectScope({ effect, compiled, effects, isOfButton, names: props.names })),
    [props.names, effect, compiled, effects, isOfButton],
  );
  const panel = useMemo(() => ({ ...outerPanel, infos: names.infos }), [outerPanel, names]);
  return (
    <PanelProvider value={panel}>
      <EffectFields {...props} names={names} />
    </PanelProvider>
  );
}

function EffectFields(props: Props) {
  const { effect, compiled, nodes, isOfButton = false, onChange } = props;
  const kind = kindOfEffect(effect);
  const setKey = (key: string, value: unknown): void => onChange(withKey(effect, key, value));
  const eachChoices: Choice[] = [
    ...[...compiled.tables.values()].map(({ key, node }) => ({ value: key, label: `${node.label ?? key}（每一行）` })),
    ...relationsOf(compiled)
      .filter(({ isMultiple }) => isMultiple)
      .map(({ key, label }) => ({ value: key, label: `${label}（每一条）` })),
  ];
  const isAtNode = effect.on === 'passed' || effect.on === 'returned';
  return (
    <div className="ds-row" data-rule-editor>
      {isOfButton ? null : (
        <ChoiceLine
          label="什么时候"
          value={effect.on}
          choices={EVENTS}
          onChange={(on) => onChange(withEvent(effect, on ?? 'saved'))}
        />
      )}
      {isAtNode ? (
        <ChoiceLine
          label="哪个节点"
          value={effect.node}
          allowClear={effect.on === 'returned'}
          placeholder={effect.on === 'returned' ? '任一节点' : '请选择'}
          choices={nodes.map((node) => ({ value: node, label: node }))}
          onChange={(node) => setKey('node', node)}
        />
      ) : null}
      {effect.on === 'time' ? <ScheduleLine value={effect.every} onChange={(every) => setKey('every', every)} /> : null}
      {eachChoices.length > 0 || effect.each !== undefined ? (
        <ChoiceLine
          label="对每一项"
          help="对子表的每一行或关联的每一条各做一次"
          value={effect.each}
          allowClear
          placeholder="只做一次"
          choices={eachChoices}
          onChange={(each) => setKey('each', each)}
        />
      ) : null}
      <ConditionLine label="如果" value={effect.when} onChange={(when) => setKey('when', when)} />
      <ChoiceLine
        label="做什么"
        value={kind?.value}
        choices={EFFECT_KINDS}
        onChange={(next) => {
          const chosenKind = EFFECT_KINDS.find(({ value }) => value === next);
          if (chosenKind) onChange(withKind(effect, chosenKind));
        }}
      />
      {kind ? <EffectParts kind={kind} {...props} /> : null}
    </div>
  );
}
