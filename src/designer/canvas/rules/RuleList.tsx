import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Effect } from './effectModel.ts';

interface Props {
  title: string;
  help: string;
  rules: readonly Effect[];
  /** What a new one begins with. */
  first: Effect;
  words(rule: Effect): string;
  editor(rule: Effect, change: (next: Effect) => void): ReactNode;
  onChange(rules: readonly Effect[]): void;
}

/** Rules as sentences, of which one is open to be changed. */
export function RuleList({ title, help, rules, first, words, editor, onChange }: Props) {
  const [open, setOpen] = useState<number | null>(null);
  const swap = (from: number, to: number): void => {
    const next = [...rules];
    [next[from], next[to]] = [next[to] as Effect, next[from] as Effect];
    onChange(next);
    setOpen(null);
  };
  return (
    <section className="ds-rules" aria-label={title}>
      <header>
        <h3>{title}</h3>
        <span className="ds-note">{help}</span>
      </header>
      {rules.length === 0 ? <p className="ds-note">还没有{title}。</p> : null}
      <ol>
        {rules.map((rule, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rules have no name of their own
          <li key={index}>
            <div className="ds-rule">
              <button
                type="button"
                className="ds-rule-words"
                aria-expanded={open === index}
                onClick={() => setOpen(open === index ? null : index)}
              >
                {words(rule)}
              </button>
              <Button
                size="small"
                type="text"
                icon={<ArrowUpOutlined />}
                aria-label="上移"
                disabled={index === 0}
                onClick={() => swap(index, index - 1)}
              />
              <Button
                size="small"
                type="text"
                icon={<ArrowDownOutlined />}
                aria-label="下移"
                disabled={index === rules.length - 1}
                onClick={() => swap(index, index + 1)}
              />
              <Button
                size="small"
                type="text"
                danger
                icon={<DeleteOutlined />}
                aria-label={`删除${title}`}
                onClick={() => {
                  onChange(rules.filter((_one, at) => at !== index));
                  setOpen(null);
                }}
              />
            </div>
            {open === index
              ? editor(rule, (next) => onChange(rules.map((one, at) => (at === index ? next : one))))
              : null}
          </li>
        ))}
      </ol>
      <Button
        type="dashed"
        icon={<PlusOutlined />}
        onClick={() => {
          onChange([...rules, first]);
          setOpen(rules.length);
        }}
      >
        添加{title}
      </Button>
    </section>
  );
}
