import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons';
import type { LocatedProblem } from './located.ts';

interface Props { problems: readonly LocatedProblem[]; total: number; isChecking: boolean; onGo(problem: LocatedProblem): void }

/** Every problem in Chinese with its place; a click goes to the exact spot in the text. */
export function ProblemList({ problems, total, isChecking, onGo }: Props) {
  const errors = problems.filter((problem) => problem.level === 'error').length;
  return (
    <section className="ds-problems" aria-label="问题">
      <header aria-live="polite">
        {total === 0 ? <><CheckCircleFilled className="ds-good" /> {isChecking ? '正在检查' : '没有问题'}</> : <>错误 {errors} 个，提醒 {total - errors} 个{isChecking ? '（正在检查）' : ''}</>}
      </header>
      <ul>
        {problems.map((problem, index) => (
          // The same problem may stand twice; its place in the list tells them apart.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${index}:${problem.span.from}:${problem.message}`}>
            <button type="button" onClick={() => onGo(problem)} data-problem={problem.level} data-path={problem.path.join('.')}>
              {problem.level === 'error' ? <CloseCircleFilled className="ds-bad" /> : <ExclamationCircleFilled className="ds-warn" />}
              <span className="ds-problem-text">{problem.message}</span>
              <span className="ds-problem-place">{problem.where ? `${problem.where}，` : ''}第 {problem.line} 行</span>
            </button>
          </li>
        ))}
        {total > problems.length ? <li className="ds-more">另有 {total - problems.length} 个问题未列出</li> : null}
      </ul>
    </section>
  );
}
