import { Alert, Empty, Skeleton, Tabs } from 'antd';
import { Failure } from '../../screens/shared/Failure.tsx';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { useChecker } from '../check/useChecker.ts';
import { formatJson, textOfDefinition } from '../document/documentText.ts';
import { useKind } from '../document/documentKind.ts';
import { ChangeList } from './ChangeList.tsx';
import { compareForms, compareScreens, type Change } from './compare.ts';
import { LineDiff } from './LineDiff.tsx';

/** One side of a comparison: the text in the editor, the draft on the server, or a version (0: an empty document). */
export type Side = 'text' | 'draft' | number;

interface Props {
  documentKey: string;
  text: string;
  before: Side;
  after: Side;
}

/** The differences between two sides, by node and as text. */
export function DiffView({ documentKey, text, before, after }: Props) {
  const { kind, kindName, calls } = useKind();
  const check = useChecker();
  const { load, reload } = useLoad(async () => {
    const readSide = async (side: Side): Promise<string> => {
      if (side === 'text') return text;
      if (side === 0) return '';
      return textOfDefinition(
        side === 'draft' ? await calls.draft(documentKey) : (await calls.version(documentKey, side)).definition,
      );
    };
    const [oldText, newText] = (await Promise.all([before, after].map(readSide))) as [string, string];
    /** Null: one of the two texts is not a complete form definition. */
    const compareNodes = async (): Promise<readonly Change[] | null> => {
      if (kind === 'screen') return compareScreens(oldText, newText);
      if (kind === 'flow') return (await import('../flow/diff/compareFlows.ts')).compareFlows(oldText, newText);
      const [oldCheck, newCheck] = [
        await check(oldText, { formKey: documentKey }),
        await check(newText, { formKey: documentKey }),
      ];
      return oldCheck.definition && newCheck.definition ? compareForms(oldCheck.definition, newCheck.definition) : null;
    };
    // undefined: only the texts are compared, because datasets have no nodes, and a first version has no predecessor
    const changes = kind === 'dataset' || before === 0 ? undefined : await compareNodes();
    return { oldText, newText, changes };
  }, [kind, calls, documentKey, text, before, after]);
  if (load.state === 'error') return <Failure error={load.error} onRetry={reload} />;
  if (load.state === 'loading') return <Skeleton active paragraph={{ rows: 6 }} />;
  const { oldText, newText, changes } = load.value;
  const lineDiff = <LineDiff before={formatJson(oldText) ?? oldText} after={formatJson(newText) ?? newText} />;
  if (changes === undefined) return lineDiff;
  return (
    <Tabs
      items={[
        {
          key: 'nodes',
          label: changes ? `结构变化（${changes.length}）` : '结构变化',
          children:
            changes === null ? (
              <Alert type="warning" showIcon message={`其中一份不是完整的${kindName}定义，请看文本对比`} />
            ) : changes.length === 0 ? (
              <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有结构上的变化" />
            ) : (
              <ChangeList changes={changes} />
            ),
        },
        { key: 'lines', label: '文本对比', children: lineDiff },
      ]}
    />
  );
}
