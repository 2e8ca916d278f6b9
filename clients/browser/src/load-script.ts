/** Adds a script to the page and waits until it has run. A script that fails is removed again. */
export const loadScript = (src: string, attributes: Partial<HTMLScriptElement> = {}): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, ...attributes });
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`${src} could not be loaded`));
    };
    document.head.append(script);
  });
