from django.urls import path

from .errors import answer_unknown_address
from .views import ApplicationKeys, NodeProducts, Subscriptions

urlpatterns = [
    path("v2/application-keys", ApplicationKeys.as_view()),
    path("subscriptions/subscriptions", Subscriptions.as_view()),
    path("pcm/hierarchies/<str:hierarchy_id>/nodes/<str:node_id>/products", NodeProducts.as_view()),
]

handler404 = answer_unknown_address
