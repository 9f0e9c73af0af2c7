import { Alert } from 'antd';
import { titleOf, type Preview } from './packs.ts';

interface Finding {
  text: string;
  isBad: boolean;
}

/** The problems that prevent the import of a pack, and warnings about its effects. */
export function PackFindings({
  preview: { problems, effects, items, missing },
  isOutdated,
}: {
  preview: Preview;
  isOutdated: boolean;
}) {
  // ids of people and departments belong to the exporting installation: replaces them by their names
  const withNames = (text: string): string =>
    missing
      .filter(({ kind }) => kind === 'user' || kind === 'dept')
      .reduce((replaced, { key, name }) => replaced.replaceAll(`“${key}”`, `“${name}”`), text);
  const findings: Finding[] = [
    ...problems.map((problem): Finding => ({
      text: `${titleOf(problem)}${problem.path.length > 0 ? `（${problem.path.join(' › ')}）` : ''}：${withNames(problem.message)}`,
      isBad: problem.level === 'error',
    })),
    ...effects.map((effect): Finding => ({ text: `${titleOf(effect)}：${effect.message}`, isBad: effect.isBreaking })),
    ...items
      .filter(({ hasDraft, state }) => hasDraft && state !== 'same')
      .map((item): Finding => ({ text: `${titleOf(item)}：本系统有未发布的草稿，导入后草稿仍保留`, isBad: false })),
  ];
  const errors = findings.filter(({ isBad }) => isBad);
  const warnings = findings.filter(({ isBad }) => !isBad);
  return (
    <>
      {items.every(({ state }) => state === 'same') ? (
        <Alert type="success" showIcon className="dp-failure" message="包中的内容与本系统完全一致，无需导入" />
      ) : null}
      {isOutdated ? (
        <Alert type="warning" showIcon className="dp-failure" message="选择有变化，请重新检查后再导入" />
      ) : null}
      {errors.length > 0 ? (
        <Alert
          type="error"
          showIcon
          role="alert"
          className="dp-failure"
          message={`有 ${errors.length} 处问题，不能导入；请补上缺少的内容、去掉相应的项，或在来源系统改好后重新导出`}
          description={<FindingList findings={errors} label="不能导入的原因" />}
        />
      ) : null}
      {warnings.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          className="dp-failure"
          message={`有 ${warnings.length} 处需要留意`}
          description={<FindingList findings={warnings} label="需要留意" />}
        />
      ) : null}
    </>
  );
}

const FindingList = ({ findings, label }: { findings: readonly Finding[]; label: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes it scrollable by keyboard
  <ul className="dp-lines" aria-label={label} tabIndex={0}>
    {[...new Set(findings.map(({ text }) => text))].map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
);
