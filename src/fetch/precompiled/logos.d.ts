declare const logos: Readonly<Record<string, string>>;
export default logos;
