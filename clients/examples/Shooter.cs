// Unity: Shooter against the house, over plain HTTP. Not compiled in this repository's tests.
// Every view lists its legal actions with a body ready to post; here the first one is taken.
using System.Collections;
using System.Text;
using Newtonsoft.Json.Linq; // com.unity.nuget.newtonsoft-json
using UnityEngine;
using UnityEngine.Networking;

public class Shooter : MonoBehaviour
{
    public string server = "http://localhost:8000";
    string token;
    JObject answer;

    IEnumerator Start()
    {
        yield return Post("/v1/shooter/sessions", "{\"bots\": 3, \"target\": 5}");
        token = (string)answer["token"];
        while (answer?["session"] is JObject view && (string)view["status"] != "finished")
        {
            var action = view["legal_actions"][0];
            Debug.Log($"hand {view["hand"]}, trick {view["trick"]}: {action}");
            yield return Post($"{view["url"]}/{action["action"]}", action["body"].ToString());
        }
        Debug.Log(answer?["session"]?["result"]);
    }

    IEnumerator Post(string path, string body)
    {
        using var request = new UnityWebRequest(server + path, "POST");
        request.uploadHandler = new UploadHandlerRaw(Encoding.UTF8.GetBytes(body)) { contentType = "application/json" };
        request.downloadHandler = new DownloadHandlerBuffer();
        request.SetRequestHeader("Idempotency-Key", System.Guid.NewGuid().ToString()); // the same for a second try
        if (token != null) request.SetRequestHeader("Authorization", "Bearer " + token);
        yield return request.SendWebRequest();
        answer = request.result == UnityWebRequest.Result.Success ? JObject.Parse(request.downloadHandler.text) : null;
        if (answer == null) Debug.LogError(request.downloadHandler.text); // a problem: code, detail, rule
    }
}
