import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { isObject } from '../model/nodes.ts';
import { OrderButtons } from '../properties/editors/OrderButtons.tsx';
import type { RuleObject } from './effectModel.ts';

interface Props {
  title: string;
  /** The name of one rule; by default the title. */
  ruleName?: string;
  help: string;
  /** The rules as written in the document; an entry that is not an object can only be moved or deleted. */
  rules: readonly unknown[];
  /** The content of a new rule. */
  newRule: RuleObject;
  /** True by default. */
  canAdd?: boolean;
  /** Returns the sentence that is shown for a rule. */
  describe(rule: RuleObject): string;
  /** Returns the editor of a rule. `change`: replaces the rule. */
  renderEditor(rule: RuleObject, change: (next: RuleObject) => void): ReactNode;
  onChange(rules: readonly unknown[]): void;
}

/** A list of rules shown as sentences. A click on a sentence opens its editor; at most one editor is open. */
export function RuleList({
  title,
  ruleName = title,
  help,
  rules,
  newRule,
  canAdd = true,
  describe,
  renderEditor,
  onChange,
}: Props) {
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  const swap = (from: number, to: number): void => {
    const next = [...rules];
    [next[from], next[to]] = [next[to], next[from]];
    onChange(next);
    setOpenIndex(null);
  };
  return (
    <section className="ds-rules" aria-label={title}>
      <header>
        <h3>{title}</h3>
        <span className="ds-note">{help}</span>
      </header>
      {rules.length === 0 ? <p className="ds-note">还没有{ruleName}。</p> : null}
      <ol>
        {rules.map((rule, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rules have no unique name
          <li key={index}>
            <div className="ds-rule">
              <button
                type="button"
                className="ds-rule-words"
                aria-expanded={openIndex === index}
                onClick={() => setOpenIndex(openIndex === index ? null : index)}
              >
                {isObject(rule) ? describe(rule) : '此项内容有误，请在 JSON 页修改'}
              </button>
              <OrderButtons
                index={index}
                count={rules.length}
                deleteLabel={`删除${ruleName}`}
                onMove={(to) => swap(index, to)}
                onDelete={() => {
                  onChange(rules.filter((_item, position) => position !== index));
                  setOpenIndex(null);
                }}
              />
            </div>
            {openIndex === index && isObject(rule)
              ? renderEditor(rule, (next) =>
                  onChange(rules.map((oldRule, position) => (position === index ? next : oldRule))),
                )
              : null}
          </li>
        ))}
      </ol>
      <Button
        type="dashed"
        disabled={!canAdd}
        icon={<PlusOutlined />}
        onClick={() => {
          onChange([...rules, newRule]);
          setOpenIndex(rules.length);
        }}
      >
        添加{ruleName}
      </Button>
    </section>
  );
}
