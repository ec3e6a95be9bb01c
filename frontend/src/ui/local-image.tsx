import { useEffect, useRef, type ComponentPropsWithoutRef } from 'react';

/** Preview of an image file that has not been uploaded yet. */
export function LocalImage({ file, ...rest }: ComponentPropsWithoutRef<'img'> & { file: File; alt: string }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    if (image.current) image.current.src = url;
    return () => {
      URL.revokeObjectURL(url);
    };
  }, [file]);
  return <img ref={image} {...rest} />;
}
