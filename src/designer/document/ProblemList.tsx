import {
  CheckCircleFilled,
  CloseCircleFilled,
  DownOutlined,
  ExclamationCircleFilled,
  InfoCircleFilled,
  RightOutlined,
} from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import type { Problem } from '../../domain/problem/index.ts';
import type { Counts } from '../check/counts.ts';
import { groupProblems, type ProblemGroup } from '../check/groupProblems.ts';
import type { QuickFixes } from '../mend/useQuickFixes.tsx';
import type { LocatedProblem } from '../editor/located.ts';

type Level = Problem['level'];

interface Props {
  problems: readonly LocatedProblem[];
  counts: Counts;
  isChecking: boolean;
  onGo(problem: LocatedProblem): void;
  /** Offers fixes for problems. */
  quickFixes?: QuickFixes;
}

const ICONS: Readonly<Record<Level, ReactNode>> = {
  error: <CloseCircleFilled className="ds-bad" />,
  warning: <ExclamationCircleFilled className="ds-warn" />,
  info: <InfoCircleFilled className="ds-info" />,
};

/** Number of groups, and of problems in an expanded group, that are shown initially and added with each click. */
const SHOWN_PER_STEP = 100;

/** Returns the position of a problem: the line comes first, because the end of a long path may be cut off. */
const positionText = ({ locationText, line }: LocatedProblem): string =>
  [line === null ? '' : `第 ${line} 行`, locationText].filter(Boolean).join('　');

interface LineProps {
  problem: LocatedProblem;
  text: string;
  onGo(problem: LocatedProblem): void;
  quickFixes: QuickFixes | undefined;
}

function ProblemLine({ problem, text, onGo, quickFixes }: LineProps) {
  const fix = quickFixes?.(problem) ?? null;
  return (
    <div className="ds-problem-row">
      <button
        type="button"
        className="ds-problem"
        onClick={() => onGo(problem)}
        data-problem={problem.level}
        data-path={problem.path.join('.')}
      >
        {ICONS[problem.level]}
        <span className="ds-problem-text">{text}</span>
        <span className="ds-problem-place" title={positionText(problem)}>
          {positionText(problem)}
        </span>
      </button>
      {fix ? (
        <Button size="small" onClick={fix.run} aria-label={`${fix.label}：${problem.message}`} data-action="mend">
          {fix.label}
        </Button>
      ) : null}
    </div>
  );
}

/** Problems with the same message, shown as one line that can be expanded. */
function Group({ group, onGo, quickFixes }: { group: ProblemGroup } & Pick<LineProps, 'onGo' | 'quickFixes'>) {
  const [isOpen, setOpen] = useState(false);
  const [shownCount, setShownCount] = useState(SHOWN_PER_STEP);
  const [first] = group.problems;
  if (!first) return null;
  if (group.problems.length === 1)
    return (
      <li>
        <ProblemLine problem={first} text={first.message} onGo={onGo} quickFixes={quickFixes} />
      </li>
    );
  const fixAll = quickFixes?.all(group.problems) ?? null;
  return (
    <li>
      <div className="ds-problem-row">
        <button
          type="button"
          className="ds-problem"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          data-group={first.level}
        >
          {ICONS[first.level]}
          <span className="ds-problem-text">{first.message}</span>
          <span className="ds-problem-place">
            {group.problems.length} 处 {isOpen ? <DownOutlined /> : <RightOutlined />}
          </span>
        </button>
        {fixAll ? (
          <Button size="small" onClick={fixAll} data-action="mend-all">
            全部修复
          </Button>
        ) : null}
      </div>
      {isOpen ? (
        <ul className="ds-places">
          {group.problems.slice(0, shownCount).map((problem) => (
            <li key={problem.path.join('/') + problem.span.from}>
              <ProblemLine problem={problem} text={positionText(problem)} onGo={onGo} quickFixes={quickFixes} />
            </li>
          ))}
          {group.problems.length > shownCount ? (
            <li className="ds-more">
              <Button size="small" type="link" onClick={() => setShownCount(shownCount + SHOWN_PER_STEP)}>
                再显示 {Math.min(SHOWN_PER_STEP, group.problems.length - shownCount)} 处（共 {group.problems.length}{' '}
                处）
              </Button>
            </li>
          ) : null}
        </ul>
      ) : null}
    </li>
  );
}

/** The list of problems, filtered by level; a click shows the position of the problem. */
export function ProblemList({ problems, counts, isChecking, onGo, quickFixes }: Props) {
  const [shownGroupCount, setShownGroupCount] = useState(SHOWN_PER_STEP);
  // `main`: errors and warnings
  const [level, setLevel] = useState<Level | 'main'>('main');
  const groups = useMemo(
    () =>
      groupProblems(
        problems.filter((problem) => (level === 'main' ? problem.level !== 'info' : problem.level === level)),
      ),
    [problems, level],
  );
  const total = counts.error + counts.warning + counts.info;
  const levelTotal = level === 'main' ? counts.error + counts.warning : counts[level];
  const listedProblemCount = groups.reduce((sum, group) => sum + group.problems.length, 0);
  return (
    <section className="ds-problems" aria-label="问题" data-designer="problems">
      <header aria-live="polite">
        <span className="ds-problem-sum">
          {counts.error + counts.warning === 0 ? (
            <>
              {/* the same icon in grey while checking, because a spinner would be mounted again at every edit */}
              <CheckCircleFilled className={isChecking ? 'ds-waiting' : 'ds-good'} />{' '}
              {isChecking ? '正在检查' : '没有问题'}
            </>
          ) : (
            <>
              错误 {counts.error} 个，提醒 {counts.warning} 个{isChecking ? '（正在检查）' : ''}
            </>
          )}
        </span>
        {total > 0 ? (
          <Segmented<Level | 'main'>
            size="small"
            value={level}
            onChange={(value) => {
              setLevel(value);
              setShownGroupCount(SHOWN_PER_STEP);
            }}
            aria-label="显示哪些"
            options={[
              { label: '问题', value: 'main' },
              { label: `错误 ${counts.error}`, value: 'error' },
              { label: `提醒 ${counts.warning}`, value: 'warning' },
              { label: `说明 ${counts.info}`, value: 'info' },
            ]}
          />
        ) : null}
      </header>
      <ul>
        {groups.slice(0, shownGroupCount).map((group) => (
          <Group key={group.key} group={group} onGo={onGo} quickFixes={quickFixes} />
        ))}
        {groups.length > shownGroupCount ? (
          <li className="ds-more">
            <Button size="small" type="link" onClick={() => setShownGroupCount(shownGroupCount + SHOWN_PER_STEP)}>
              再显示 {Math.min(SHOWN_PER_STEP, groups.length - shownGroupCount)} 条（共 {groups.length} 条）
            </Button>
          </li>
        ) : null}
        {levelTotal > listedProblemCount ? (
          <li className="ds-more">另有 {levelTotal - listedProblemCount} 个未列出，改正以上后再检查</li>
        ) : null}
      </ul>
    </section>
  );
}
