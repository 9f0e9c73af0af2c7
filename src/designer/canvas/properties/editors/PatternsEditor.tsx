import { CheckCircleFilled, CloseCircleFilled, DeleteOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { readPattern } from '../../../../safeRegex/index.ts';
import { PHONE_MESSAGE, PHONE_PATTERN } from '../../../excel/phonePattern.ts';
import { isObject } from '../../model/nodes.ts';
import type { EditorProps } from './basicEditors.tsx';

interface PatternRule {
  pattern: string;
  message?: string;
}

/** Common validation rules, which the administrator can add by name. */
const PRESETS: readonly (PatternRule & { name: string })[] = [
  { name: '手机号或固定电话', pattern: PHONE_PATTERN, message: PHONE_MESSAGE },
  { name: '手机号', pattern: '^1[3-9]\\d{9}$', message: '请输入 11 位手机号' },
  { name: '电子邮箱', pattern: '^[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+$', message: '请输入正确的电子邮箱' },
  { name: '统一社会信用代码', pattern: '^[0-9A-HJ-NPQRTUWXY]{18}$', message: '请输入 18 位统一社会信用代码' },
  { name: '车牌号', pattern: '^[\\u4e00-\\u9fa5][A-Z][A-Z0-9]{5,6}$', message: '请输入正确的车牌号' },
  { name: '邮政编码', pattern: '^\\d{6}$', message: '请输入 6 位邮政编码' },
  { name: '只许汉字', pattern: '^[\\u4e00-\\u9fa5·]+$', message: '只能填写汉字' },
  { name: '只许字母和数字', pattern: '^[A-Za-z0-9]+$', message: '只能填写字母和数字' },
  { name: '正整数', pattern: '^[1-9]\\d*$', message: '请输入正整数' },
];

const rulesIn = (value: unknown): PatternRule[] =>
  Array.isArray(value)
    ? value.filter((rule): rule is PatternRule => isObject(rule) && typeof rule.pattern === 'string')
    : [];

/** Returns true if a text matches a rule; null if the pattern of the rule is invalid. */
function matchesRule(rule: PatternRule, text: string): boolean | null {
  const parsed = readPattern(rule.pattern);
  return parsed.ok ? parsed.test(text) : null;
}

/** Edits the validation patterns of a text field, with an input to try them out. */
export function PatternsEditor({ value, onChange, id }: EditorProps) {
  const rules = rulesIn(value);
  const [trial, setTrial] = useState('');
  const setRules = (next: PatternRule[]): void => onChange(next.length === 0 ? undefined : next);
  const change = (index: number, part: Partial<PatternRule>): void =>
    setRules(rules.map((rule, position) => (position === index ? { ...rule, ...part } : rule)));
  return (
    <div className="ds-rows">
      {rules.map((rule, index) => {
        const parsed = readPattern(rule.pattern);
        return (
          // oxlint-disable-next-line react/no-array-index-key -- rules have no name of their own
          <div key={index} className="ds-row">
            <div className="ds-pair">
              <Input
                size="small"
                aria-label="正则表达式"
                placeholder="正则表达式"
                status={parsed.ok ? '' : 'error'}
                value={rule.pattern}
                onChange={({ target }) => change(index, { pattern: target.value })}
              />
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                aria-label="删除此校验"
                onClick={() => setRules(rules.filter((_item, position) => position !== index))}
              />
            </div>
            <Input
              size="small"
              aria-label="不符合时的提示"
              placeholder="不符合时的提示"
              value={rule.message ?? ''}
              onChange={({ target }) => {
                const { message: _before, ...rest } = rule;
                setRules(
                  rules.map((unchanged, position) =>
                    position === index ? (target.value === '' ? rest : { ...rule, message: target.value }) : unchanged,
                  ),
                );
              }}
            />
            {parsed.ok ? null : (
              <p className="fd-fault" role="alert">
                {parsed.detail}
              </p>
            )}
          </div>
        );
      })}
      <Select
        id={id}
        size="small"
        style={{ width: '100%' }}
        placeholder="添加校验"
        value={null}
        options={[
          ...PRESETS.map(({ name }) => ({ value: name, label: name })),
          { value: '', label: '自定义正则表达式' },
        ]}
        onChange={(name: string | null) => {
          const preset = PRESETS.find((candidate) => candidate.name === name);
          setRules([
            ...rules,
            preset
              ? { pattern: preset.pattern, message: preset.message ?? '' }
              : { pattern: '.+', message: '格式不正确' },
          ]);
        }}
      />
      {rules.length === 0 ? null : (
        <div className="ds-trial">
          <Input
            size="small"
            aria-label="试填"
            placeholder="试填一个值"
            value={trial}
            onChange={({ target }) => setTrial(target.value)}
          />
          {trial === ''
            ? null
            : rules.map((rule, index) => {
                const isMatch = matchesRule(rule, trial);
                return (
                  // oxlint-disable-next-line react/no-array-index-key -- rules have no name of their own
                  <output key={index}>
                    {isMatch === true ? (
                      <CheckCircleFilled className="ds-good" />
                    ) : (
                      <CloseCircleFilled className="ds-bad" />
                    )}{' '}
                    {isMatch === true ? '符合' : isMatch === null ? '表达式有误' : (rule.message ?? '不符合')}
                  </output>
                );
              })}
        </div>
      )}
    </div>
  );
}
