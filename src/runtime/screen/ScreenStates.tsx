/** Shown in place of a page while its document is loading. */
export function ScreenLoading({ screenKey }: { screenKey: string }) {
  return (
    <output className="sf-screen sf-screen-loading" data-screen-loading={screenKey} aria-label="正在加载页面">
      <span className="sf-loading" style={{ width: '30%', minHeight: 28 }} />
      <span className="sf-loading" style={{ minHeight: 48 }} />
      <span className="sf-loading" style={{ minHeight: 220 }} />
    </output>
  );
}

/** Error message of a page that could not be loaded, with the error code and a retry button. */
export function ScreenFailure({
  screenKey,
  code,
  text,
  onRetry,
}: {
  screenKey?: string;
  code: string;
  text: string;
  onRetry?(): void;
}) {
  return (
    <div className="sf-screen sf-screen-failure" data-screen-failure={screenKey ?? ''} role="alert">
      <h2>页面没有打开</h2>
      <p>{text}</p>
      <p className="sf-screen-code">{`编号：${code}${screenKey === undefined ? '' : `，界面：${screenKey}`}`}</p>
      {onRetry && (
        <button type="button" className="sf-button" data-action="retry" onClick={onRetry}>
          重新加载
        </button>
      )}
    </div>
  );
}
