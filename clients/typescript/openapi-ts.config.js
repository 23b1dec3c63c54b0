export default {
  output: { path: "src/generated", importFileExtension: ".js" },
  plugins: ["@hey-api/typescript", "@hey-api/client-fetch", "@hey-api/sdk"],
};
