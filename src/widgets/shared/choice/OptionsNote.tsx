import type { OptionsState } from '../../../runtime/options/useOptions.ts';

/** Text for an empty option list: loading, failed (with a retry button), or no options. */
export function OptionsNote({ state }: { state: OptionsState }) {
  if (state.status === 'loading') return <output className="sf-note">正在加载选项…</output>;
  if (state.status === 'ready') return <div className="sf-note">没有可选项</div>;
  return (
    <div className="sf-note" role="alert">
      {`选项加载失败：${state.message ?? ''}`}
      <button type="button" className="sf-link" onMouseDown={(event) => event.preventDefault()} onClick={state.retry}>
        重试
      </button>
    </div>
  );
}
